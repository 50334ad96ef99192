import { and, eq } from "drizzle-orm";
import { resellers } from "#db/schema/account";
import { tokens } from "#db/schema/token";
import { record } from "#lib/audit/record";
import { actorName, type Ctx } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { hashToken, newToken, tokenHint } from "./token.ts";
import { isValid } from "./valid-token.ts";

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
