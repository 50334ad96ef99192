import { inTransaction } from "#db/client";
import { closeAccount } from "#lib/account/close-account";
import { lockReseller, ResellerChange } from "#lib/account/reseller/change";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { cancelAllOf } from "#lib/purchase/settle/cancel";

export const CloseResellerInput = ResellerChange;
export type CloseResellerInput = ResellerChange;

/**
 * Closes a reseller's account for good: sessions and tokens end, purchases that wait are cancelled with the money
 * back, all at once; what is in the wallet stays owed. Admins only. @returns how many were cancelled.
 * @throws not_found; conflict when somebody changed the reseller meanwhile.
 */
export function closeReseller(ctx: Ctx, input: CloseResellerInput): Promise<number> {
  requireAdmin(ctx);
  const { resellerId, version, reason } = CloseResellerInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    await lockReseller(tx, { resellerId, version });
    await closeAccount(tx, { accountId: resellerId, reason });
    return cancelAllOf(tx, { resellerId, outcome: "Cancelled: the account was closed.", reason });
  });
}
