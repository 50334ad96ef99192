import type { Minor } from "#lib/core/money/money";

/** Whether a sale is at a loss, which may be a typing error. Both in minor units; also for the browser. */
export const isBelowPrice = (sellingPrice: Minor | undefined, price: Minor): boolean =>
  sellingPrice !== undefined && sellingPrice < price;
