"use server";

import { z } from "zod";
import { addDeliveryIssueMessage, openDeliveryIssue } from "#lib/purchase/issue/open-delivery-issue";
import { setRetailPrice as note } from "#lib/purchase/retail-price";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { defineAction } from "#lib/web/action";

const PURCHASE_PAGE_ACCESS = {
  who: "reseller",
  shows: ({ ident }: { ident: string }) => `/purchases/${ident}`,
} as const;

export const saveRetailAction = defineAction(
  z.object({ ident: z.string(), retail: z.string() }),
  async (ctx, input) => {
    await note(ctx, input);
    return "Saved.";
  },
  PURCHASE_PAGE_ACCESS,
);

export const cancelPurchaseAction = defineAction(
  z.object({ ident: z.string().regex(/^DT[0-9A-Z]+$/) }),
  async (ctx, { ident }) => {
    await cancelPurchase(ctx, { ident });
    return "Cancelled.";
  },
  PURCHASE_PAGE_ACCESS,
);

const DeliveryIssueForm = z.looseObject({ ident: z.string().regex(/^DT[0-9A-Z]+$/) });

export const openDeliveryIssueAction = defineAction(
  DeliveryIssueForm.extend({ symptom: z.string().default(""), details: z.string().default("") }),
  async (ctx, { ident, symptom, details }) => {
    await openDeliveryIssue(ctx, { ident, symptom: symptom as "nothing", details });
  },
  PURCHASE_PAGE_ACCESS,
);

export const addDeliveryIssueReplyAction = defineAction(
  DeliveryIssueForm.extend({ details: z.string().default("") }),
  async (ctx, { ident, details }) => {
    await addDeliveryIssueMessage(ctx, { ident, details });
    return "Sent.";
  },
  PURCHASE_PAGE_ACCESS,
);
