import { inTransaction } from "#db/client";
import { closeAccount } from "#lib/account/close-account";
import { changeReseller, lockReseller, ResellerChange } from "#lib/account/reseller/change";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { cancelAllOf } from "#lib/purchase/settle/cancel";

/**
 * Lets a reseller look but not buy, until they submit their KYC: the next purchase is refused, those that wait
 * are cancelled with the money back, all at once. Admins only. @returns how many were cancelled.
 * @throws not_found; conflict when somebody changed the reseller meanwhile.
 */
export async function restrictReseller(ctx: Ctx, input: ResellerChange): Promise<number> {
  requireAdmin(ctx, "resellers");
  const change = ResellerChange.parse(input);
  return inTransaction(ctx, async (tx) => {
    await changeReseller(tx, change, "reseller.restricted", { state: "restricted" });
    const outcome = "Cancelled: your account was restricted.";
    return cancelAllOf(tx, { resellerId: change.resellerId, outcome, reason: change.reason });
  });
}

/**
 * Closes a reseller's account for good: sessions and tokens end, purchases that wait are cancelled with the money
 * back, all at once; what is in the wallet stays owed. Admins only. @returns how many were cancelled.
 * @throws not_found; conflict when somebody changed the reseller meanwhile.
 */
export async function closeReseller(ctx: Ctx, input: ResellerChange): Promise<number> {
  requireAdmin(ctx, "resellers");
  const { resellerId, version, reason } = ResellerChange.parse(input);
  return inTransaction(ctx, async (tx) => {
    await lockReseller(tx, { resellerId, version });
    await closeAccount(tx, { accountId: resellerId, reason });
    return cancelAllOf(tx, { resellerId, outcome: "Cancelled: the account was closed.", reason });
  });
}
