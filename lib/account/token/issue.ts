import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { resellers } from "#db/schema/account";
import { tokens } from "#db/schema/token";
import { record } from "#lib/audit/record";
import { actorName, type Ctx } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { requireConfirmed } from "../password/confirm.ts";
import { TokenLimits } from "./limits.ts";
import { tokenOwner } from "./list.ts";
import { hashToken, isValid, newToken, tokenHint } from "./token.ts";

export const IssueTokenInput = TokenLimits.extend({
  /** Whose token; only admins name somebody. */
  resellerId: z.coerce.number<string | number>().int().positive().optional(),
  name: z.string("Give it a name.").trim().min(1, "Give it a name.").max(60, "Use at most 60 characters."),
  /** The same interface, with nothing charged and nothing sent. */
  test: z.union([z.boolean(), z.stringbool()]).default(false),
  /** Why, where an admin does it. */
  reason: Reason.optional(),
});
export type IssueTokenInput = z.input<typeof IssueTokenInput>;

/**
 * Makes a token. A reseller makes their own at level `api`; the operator may give one to anybody.
 * @throws forbidden below level `api`; conflict when there are too many.
 */
export async function issueToken(ctx: Ctx, input: IssueTokenInput): Promise<IssuedToken> {
  const { resellerId, reason, ...wanted } = IssueTokenInput.parse(input);
  const owner = tokenOwner(ctx, resellerId, "resellers");
  await requireConfirmed(ctx);
  return inTransaction(ctx, (tx) => insertToken(tx, owner, wanted, reason));
}

const MOST = 50;

export interface IssuedToken {
  id: number;
  name: string;
  test: boolean;
  /** The token itself, shown this once. */
  token: string;
}

/** Writes a new token and its audit record, if `owner` may have one more. Part of its caller's transaction. */
export async function insertToken(
  ctx: Ctx,
  owner: number,
  wanted: Pick<typeof tokens.$inferSelect, "name" | "test" | "ips" | "origins">,
  reason?: string,
): Promise<IssuedToken> {
  await checkMayHave(ctx, owner);
  const { name, test } = wanted;
  const token = newToken(test);
  const kept = { hash: hashToken(token), hint: tokenHint(token), createdBy: actorName(ctx.actor) };
  const [made] = await ctx.db
    .insert(tokens)
    .values({ ...wanted, ...kept, resellerId: owner })
    .returning({ id: tokens.id });
  if (!made) throw new Error("A token was not written.");
  await record(ctx, {
    action: "token.issued",
    subject: "token",
    subjectId: made.id,
    resellerId: owner,
    reason,
    after: wanted,
  });
  return { id: made.id, name, test, token };
}

async function checkMayHave(ctx: Ctx, owner: number): Promise<void> {
  await lockOwner(ctx, owner);
  const valid = await ctx.db.$count(tokens, and(eq(tokens.resellerId, owner), isValid()));
  if (valid >= MOST) throw new PortalError("conflict", `There are ${MOST} tokens. Revoke one first.`);
}

/**
 * Locks the row of a reseller for whom whoever acts may make tokens, before any token's: two at once cannot both make the
 * last one. @throws not_found; forbidden below level `api`.
 */
export async function lockOwner(ctx: Ctx, owner: number): Promise<void> {
  const [reseller] = await ctx.db
    .select({ level: resellers.level, state: resellers.state })
    .from(resellers)
    .where(eq(resellers.id, owner))
    .for("update");
  if (!reseller || reseller.state === "closed") throw notFound("reseller");
  if (ctx.actor.kind === "reseller" && reseller.level !== "api") {
    throw new PortalError(
      "forbidden",
      "Tokens come with the API level. Ask for your account to be moved to it.",
    );
  }
}
