"use server";

import { z } from "zod";
import { addDeliveryIssueMessage, openDeliveryIssue } from "#lib/purchase/issue/open-delivery-issue";
import { setRetailPrice, setRetailPrices } from "#lib/purchase/retail-price";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { createResellerAction } from "#lib/web/page-action";

export const saveRetailAction = createResellerAction(setRetailPrice, "Saved.", {
  form: z.object({ ident: z.string(), retail: z.string() }),
});

const PurchaseForm = z.object({ ident: z.string().regex(/^DT[0-9A-Z]+$/) });

export const cancelPurchaseAction = createResellerAction(cancelPurchase, "Cancelled.", {
  form: PurchaseForm,
});

export const openDeliveryIssueAction = createResellerAction(
  (ctx, { ident, symptom, details }) =>
    openDeliveryIssue(ctx, { ident, symptom: symptom as "nothing", details }),
  undefined,
  { form: PurchaseForm.extend({ symptom: z.string().default(""), details: z.string().default("") }) },
);

export const addDeliveryIssueReplyAction = createResellerAction(addDeliveryIssueMessage, "Sent.", {
  form: PurchaseForm.extend({ details: z.string().default("") }),
});

export const saveRetailPricesAction = createResellerAction(setRetailPrices, (count) =>
  count === 1 ? "Price saved for 1 purchase." : `Price saved for ${count} purchases.`,
);
