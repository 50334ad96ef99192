"use server";

import { z } from "zod";
import { setRetailPrice, setRetailPrices } from "#lib/purchase/retail-price";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { createResellerAction } from "#lib/web/page-action";

export const saveRetailAction = createResellerAction(setRetailPrice, "Saved.");

export const cancelPurchaseAction = createResellerAction(cancelPurchase, "Cancelled.", {
  form: z.object({ ident: z.string().regex(/^DT[0-9A-Z]+$/) }),
});

export const saveRetailPricesAction = createResellerAction(setRetailPrices, (count) =>
  count === 1 ? "Price saved for 1 purchase." : `Price saved for ${count} purchases.`,
);
