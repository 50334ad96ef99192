import { eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { resellers } from "#db/schema/account";
import { tokens } from "#db/schema/token";
import { record } from "#lib/audit/record";
import { actorName, type Ctx } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { hashToken, newToken, tokenHint } from "./token.ts";
import { TokenLimits } from "./token-limits.ts";
import { tokenOwner } from "./token-owner.ts";

const MOST = 50;

export const IssueTokenInput = TokenLimits.extend({
  /** Whose token; only admins name somebody. */
  resellerId: z.coerce.number<string | number>().int().positive().optional(),
  name: z.string("Give it a name.").trim().min(1, "Give it a name.").max(60, "Use at most 60 characters."),
  /** The same interface, with nothing charged and nothing sent. */
  test: z.union([z.boolean(), z.stringbool()]).default(false),
});
export type IssueTokenInput = z.input<typeof IssueTokenInput>;

export interface IssuedToken {
  id: number;
  name: string;
  test: boolean;
  /** The token itself, shown this once. */
  token: string;
}

/**
 * Makes a token. A reseller makes their own at level `api`; the operator may give one to anybody.
 * @throws forbidden below level `api`; conflict when there are too many.
 */
export async function issueToken(ctx: Ctx, input: IssueTokenInput): Promise<IssuedToken> {
  const { resellerId, name, test, ips, origins } = IssueTokenInput.parse(input);
  const owner = tokenOwner(ctx, resellerId);
  return inTransaction(ctx, async (tx) => {
    await checkMayHave(tx, owner);
    const token = newToken(test);
    const row = {
      resellerId: owner,
      name,
      hash: hashToken(token),
      hint: tokenHint(token),
      test,
      ips,
      origins,
    };
    const [made] = await tx.db
      .insert(tokens)
      .values({ ...row, createdBy: actorName(tx.actor) })
      .returning({ id: tokens.id });
    if (!made) throw new Error("A token was not written.");
    await record(tx, {
      action: "token.issued",
      subject: "token",
      subjectId: made.id,
      resellerId: owner,
      after: { name, test, ips, origins },
    });
    return { id: made.id, name, test, token };
  });
}

/** The reseller's row is locked: two at once cannot both make the last one. */
async function checkMayHave(ctx: Ctx, owner: number): Promise<void> {
  const [reseller] = await ctx.db
    .select({ level: resellers.level, state: resellers.state })
    .from(resellers)
    .where(eq(resellers.id, owner))
    .for("update");
  if (!reseller || reseller.state === "closed") throw notFound("reseller");
  if (ctx.actor.kind === "reseller" && reseller.level !== "api") {
    throw new PortalError("forbidden", "Tokens come with the API level. Ask us to move your account to it.");
  }
  const made = await ctx.db.$count(tokens, eq(tokens.resellerId, owner));
  if (made >= MOST * 20) throw new PortalError("conflict", "No more tokens can be made for this account.");
}
