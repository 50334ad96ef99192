"use server";

import { setRetailPrices } from "#lib/purchase/retail-price";
import { createResellerAction } from "#lib/web/page-action";

export const saveRetailPricesAction = createResellerAction(setRetailPrices, (count) =>
  count === 1 ? "Price saved for 1 purchase." : `Price saved for ${count} purchases.`,
);
