import { inTransaction } from "#db/client";
import { changeReseller, ResellerChange } from "#lib/account/reseller/change";
import type { Ctx } from "#lib/core/context";
import { cancelAllOf } from "#lib/purchase/settle/cancel";

export const RestrictResellerInput = ResellerChange;
export type RestrictResellerInput = ResellerChange;

/**
 * Lets a reseller look but not buy, until they submit their KYC: the next purchase is refused, those that wait
 * are cancelled with the money back, all at once. Admins only. @returns how many were cancelled.
 * @throws not_found; conflict when somebody changed the reseller meanwhile.
 */
export function restrictReseller(ctx: Ctx, input: RestrictResellerInput): Promise<number> {
  const change = RestrictResellerInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    await changeReseller(tx, change, "reseller.restricted", { state: "restricted" });
    const outcome = "Cancelled: your account was restricted.";
    return cancelAllOf(tx, { resellerId: change.resellerId, outcome, reason: change.reason });
  });
}
