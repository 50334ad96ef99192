import { z } from "zod";
import { inTransaction } from "#db/client";
import { markTokenRevoked } from "#lib/account/token/managed-token";
import { recordAudit } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { Reason } from "#lib/core/text/reason";
import { cancelTokenPurchases } from "#lib/purchase/settle/cancel-purchase";

export const RevokeTokenInput = z.object({
  id: z.coerce.number<string | number>().int().positive(),
  reason: Reason.optional(),
});
export type RevokeTokenInput = z.input<typeof RevokeTokenInput>;

/**
 * Revokes a token, the reseller's own or, for admins, any: rejects its next call, and cancels and refunds its
 * queued purchases, in one transaction. @returns the number of cancelled purchases.
 * @throws not_found; conflict when it was already revoked.
 */
export async function revokeToken(ctx: Ctx, input: RevokeTokenInput): Promise<number> {
  const { id, reason } = RevokeTokenInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const { resellerId, name, expiresAt } = await markTokenRevoked(tx, id);
    const outcome = "Cancelled: the token that bought it was revoked.";
    const cancelled = await cancelTokenPurchases(tx, { resellerId, tokenId: id, outcome, reason });
    await recordAudit(tx, {
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
