"use server";

import { z } from "zod";
import { keepAdvance, repayAdvance } from "#lib/purchase/advance/answer-advance";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { createResellerAction, createSellerAction } from "#lib/request/page-action";
import { setSellingPrice } from "#lib/sales/set-selling-price";
import { SellingPricesForm, setSellingPrices } from "#lib/sales/set-selling-prices";

export const saveSellingPriceAction = createResellerAction(setSellingPrice, "Saved.");

const form = z.object({ ident: z.string().regex(/^DT[0-9A-Z]+$/) });

export const cancelPurchaseAction = createSellerAction(cancelPurchase, "Cancelled.", { form });

export const repayAdvanceAction = createResellerAction(repayAdvance, "Returned.", { form });

export const keepAdvanceAction = createResellerAction(keepAdvance, "Kept.", { form });

export const saveSellingPricesAction = createResellerAction(setSellingPrices, describeSavedPrices, {
  form: SellingPricesForm,
});

function describeSavedPrices(count: number): string {
  if (count === 0) return "Nothing was changed.";
  return count === 1 ? "Price saved for 1 sale." : `Price saved for ${count} sales.`;
}
