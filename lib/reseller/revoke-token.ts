import { z } from "zod";
import { inTransaction } from "#db/client";
import { endToken } from "#lib/account/token/managed";
import { record } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import { Reason } from "#lib/core/reason";
import { cancelAllByToken } from "#lib/purchase/settle/cancel";

export const RevokeTokenInput = z.object({
  id: z.coerce.number<string | number>().int().positive(),
  /** Why, where an admin does it. */
  reason: Reason.optional(),
});
export type RevokeTokenInput = z.input<typeof RevokeTokenInput>;

/**
 * Ends a token, one's own or, for admins, anybody's: its very next call is refused, and what it bought that still waits
 * is cancelled with the money back, all at once. @returns how many were cancelled.
 * @throws not_found; conflict when it was revoked before.
 */
export async function revokeToken(ctx: Ctx, input: RevokeTokenInput): Promise<number> {
  const { id, reason } = RevokeTokenInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const { resellerId, name, expiresAt } = await endToken(tx, id);
    const outcome = "Cancelled: the token that bought it was revoked.";
    const cancelled = await cancelAllByToken(tx, { resellerId, tokenId: id, outcome, reason });
    await record(tx, {
      action: "token.revoked",
      subject: "token",
      subjectId: id,
      resellerId,
      reason,
      before: { name, state: expiresAt ? "ending" : "valid" },
      after: { name, state: "revoked", cancelled },
    });
    return cancelled;
  });
}
