"use server";

import { z } from "zod";
import { addDeliveryIssueMessage, openDeliveryIssue } from "#lib/issue/open-delivery-issue";
import { createResellerAction } from "#lib/web/page-action";

const PurchaseForm = z.object({ ident: z.string().regex(/^DT[0-9A-Z]+$/) });

export const openDeliveryIssueAction = createResellerAction(
  (ctx, { ident, symptom, details }) =>
    openDeliveryIssue(ctx, { ident, symptom: symptom as "nothing", details }),
  undefined,
  { form: PurchaseForm.extend({ symptom: z.string().default(""), details: z.string().default("") }) },
);

export const addDeliveryIssueReplyAction = createResellerAction(addDeliveryIssueMessage, "Sent.", {
  form: PurchaseForm.extend({ details: z.string().default("") }),
});
