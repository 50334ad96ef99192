import { inTransaction } from "#db/client";
import { closeAccount } from "#lib/account/close-account";
import { changeReseller, lockReseller, ResellerChange } from "#lib/account/reseller/change-reseller";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { cancelResellerPurchases } from "#lib/purchase/settle/cancel-purchase";

/**
 * Stops a reseller from buying until they submit their KYC: rejects new purchases, and cancels and refunds
 * queued ones, in one transaction. Admins only. @returns the number of cancelled purchases.
 * @throws not_found; conflict when the reseller changed meanwhile.
 */
export async function restrictReseller(ctx: Ctx, input: ResellerChange): Promise<number> {
  requireAdmin(ctx, "resellers");
  const change = ResellerChange.parse(input);
  return inTransaction(ctx, async (tx) => {
    await changeReseller(tx, change, "reseller.restricted", { state: "restricted" });
    const outcome = "Cancelled: your account was restricted.";
    return cancelResellerPurchases(tx, { resellerId: change.resellerId, outcome, reason: change.reason });
  });
}

/**
 * Closes a reseller's account permanently: ends sessions and tokens, and cancels and refunds queued
 * purchases, in one transaction; the wallet balance stays owed. Admins only.
 * @returns the number of cancelled purchases.
 * @throws not_found; conflict when the reseller changed meanwhile.
 */
export async function closeReseller(ctx: Ctx, input: ResellerChange): Promise<number> {
  requireAdmin(ctx, "resellers");
  const { resellerId, version, reason } = ResellerChange.parse(input);
  return inTransaction(ctx, async (tx) => {
    await lockReseller(tx, { resellerId, version });
    await closeAccount(tx, { accountId: resellerId, reason });
    return cancelResellerPurchases(tx, { resellerId, outcome: "Cancelled: the account was closed.", reason });
  });
}
