"use server";

import { z } from "zod";
import { setRetailPrice } from "#lib/purchase/retail-price";
import { RetailPricesForm, setRetailPrices } from "#lib/purchase/set-retail-prices";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { createResellerAction } from "#lib/web/page-action";

export const saveRetailAction = createResellerAction(setRetailPrice, "Saved.");

export const cancelPurchaseAction = createResellerAction(cancelPurchase, "Cancelled.", {
  form: z.object({ ident: z.string().regex(/^DT[0-9A-Z]+$/) }),
});

export const saveRetailPricesAction = createResellerAction(setRetailPrices, describeSavedPrices, {
  form: RetailPricesForm,
});

function describeSavedPrices(count: number): string {
  if (count === 0) return "Nothing was changed.";
  return count === 1 ? "Price saved for 1 sale." : `Price saved for ${count} sales.`;
}
