import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { resellers } from "#db/schema/account";
import { tokens } from "#db/schema/token";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, formatActor } from "#lib/core/context";
import { notFoundError, PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/text/reason";
import { getTokenOwner } from "./list-tokens.ts";
import { rejectTestLimits, SpendingLimits, toAuditLimits } from "./spending-limits.ts";
import { generateToken, hashToken, isTokenValid, tokenHint } from "./token.ts";
import { TokenLimits } from "./token-limits.ts";

export const CreateTokenInput = TokenLimits.extend({
  ...SpendingLimits.shape,
  /** The owner, set only by admins. */
  resellerId: z.coerce.number<string | number>().int().positive().optional(),
  name: z.string("Enter a name.").trim().min(1, "Enter a name.").max(60, "Use at most 60 characters."),
  /** A test token has the same interface, but charges and sends nothing. */
  test: z.union([z.boolean(), z.stringbool()]).default(false),
  /** The reason, required from an admin. */
  reason: Reason.optional(),
});
export type CreateTokenInput = z.input<typeof CreateTokenInput>;

/**
 * Creates a token, for the acting reseller at level `api`, or by the operator for any such reseller: only the
 * operator's commands create one for another level. One that an admin creates works once its reseller has
 * confirmed it, since it could spend their wallet.
 * @throws forbidden below level `api`; conflict with too many tokens.
 */
export async function createToken(ctx: Ctx, input: CreateTokenInput): Promise<CreatedToken> {
  const { resellerId, reason, ...wanted } = CreateTokenInput.parse(input);
  const owner = getTokenOwner(ctx, resellerId, "resellers");
  rejectTestLimits(wanted.test, wanted);
  await requireConfirmation(ctx);
  return inTransaction(ctx, (tx) => insertToken(tx, owner, wanted, reason));
}

const MAX_TOKENS = 50;

export interface CreatedToken {
  id: number;
  name: string;
  test: boolean;
  /** The token, shown only once. */
  token: string;
}

/** Inserts a token and its audit record, if `owner` may have another. Part of its caller's transaction. */
export async function insertToken(
  ctx: Ctx,
  owner: number,
  wanted: Pick<typeof tokens.$inferSelect, "name" | "test" | "ips" | "origins"> &
    Partial<Pick<typeof tokens.$inferSelect, "originalId">> &
    SpendingLimits,
  reason?: string,
): Promise<CreatedToken> {
  await checkTokenQuota(ctx, owner);
  const { name, test } = wanted;
  const token = generateToken(test);
  const columns = {
    hash: hashToken(token),
    hint: tokenHint(token),
    createdBy: formatActor(ctx.actor),
    awaitsReseller: ctx.actor.kind === "admin",
  };
  const [made] = await ctx.db
    .insert(tokens)
    .values({ ...wanted, ...columns, resellerId: owner })
    .returning({ id: tokens.id });
  if (!made) throw new Error("A token was not written.");
  await recordAudit(ctx, {
    action: "token.issued",
    subject: "token",
    subjectId: made.id,
    resellerId: owner,
    reason,
    after: { ...wanted, ...toAuditLimits(wanted) },
  });
  return { id: made.id, name, test, token };
}

async function checkTokenQuota(ctx: Ctx, owner: number): Promise<void> {
  await lockTokenOwner(ctx, owner);
  const valid = await ctx.db.$count(tokens, and(eq(tokens.resellerId, owner), isTokenValid()));
  if (valid >= MAX_TOKENS)
    throw new PortalError(
      "conflict",
      `This account has ${MAX_TOKENS} tokens, which is the maximum. Revoke one first.`,
    );
}

/**
 * Locks the row of a reseller for whom the actor may create tokens, before any token's, so that parallel
 * calls can't exceed the quota.
 * @throws not_found; forbidden below level `api`.
 */
export async function lockTokenOwner(ctx: Ctx, owner: number): Promise<void> {
  const [reseller] = await ctx.db
    .select({ level: resellers.level, state: resellers.state })
    .from(resellers)
    .where(eq(resellers.id, owner))
    .for("update");
  if (!reseller || reseller.state === "closed") throw notFoundError("reseller");
  if (ctx.actor.kind !== "system" && reseller.level !== "api")
    throw new PortalError(
      "forbidden",
      ctx.actor.kind === "admin"
        ? "A token needs the API level, which this reseller doesn’t have. Nothing was created."
        : "Your account needs the API level to create tokens. Contact support to change it.",
    );
}
