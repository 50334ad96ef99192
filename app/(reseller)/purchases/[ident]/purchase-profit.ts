import type { Minor } from "#lib/core/money/money";
import type { PurchaseDetail } from "#lib/purchase/read/purchase-view";

/** Returns what the seller keeps of a sale, in minor units; null while the customer's price isn't known. */
export const getProfit = ({ sellingPrice, price, paymentFee }: PurchaseDetail): Minor | null =>
  sellingPrice === null ? null : sellingPrice - price - (paymentFee ?? 0n);

export const isRefunded = ({ state }: Pick<PurchaseDetail, "state">): boolean =>
  state === "failed" || state === "reversed";
