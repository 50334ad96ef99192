"use server";

import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { Reason } from "#lib/core/text/reason";
import { approveFunding, rejectFunding } from "#lib/funding/review-funding";
import { recheckPayment } from "#lib/payment/recheck-payment";
import { acceptSettlementDiscrepancy } from "#lib/payment/settlement/accept-discrepancy";
import { AddPurchaseNoteInput, addPurchaseNote } from "#lib/purchase/add-purchase-note";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { ResolveUnconfirmedInput, resolveUnconfirmed } from "#lib/reconcile/admin/resolve-unconfirmed";
import { createBulkAction } from "./bulk-action.ts";

const ReasonForm = z.object({ reason: Reason });

export const approveFundingsAction = createBulkAction(ReasonForm, (ctx, { name }, { reason }) =>
  approveFunding(ctx, { id: Number(name), reason }),
);

export const rejectFundingsAction = createBulkAction(ReasonForm, (ctx, { name }, { reason }) =>
  rejectFunding(ctx, { id: Number(name), reason }),
);

const ResolveForm = ResolveUnconfirmedInput.pick({ reason: true, supplier: true });

export const settleDeliveredAction = createBulkAction(ResolveForm, (ctx, { name: ident }, typed) =>
  resolvePurchase(ctx, { ident, outcome: "successful", ...typed }),
);

export const settleFailedAction = createBulkAction(ResolveForm, (ctx, { name: ident }, typed) =>
  resolvePurchase(ctx, { ident, outcome: "failed", ...typed }),
);

export const reversePurchasesAction = createBulkAction(ReasonForm, (ctx, { name: ident }, { reason }) =>
  reverseDeliveredPurchase(ctx, { ident, reason }),
);

export const addPurchaseNotesAction = createBulkAction(
  AddPurchaseNoteInput.pick({ text: true }),
  (ctx, { name: ident }, { text }) => addPurchaseNote(ctx, { ident, text }),
);

export const acceptDiscrepanciesAction = createBulkAction(ReasonForm, (ctx, { name }, { reason }) =>
  acceptSettlementDiscrepancy(ctx, { id: Number(name), reason }),
);

export const recheckPaymentsAction = createBulkAction(z.object({}), (ctx, { name: reference }) =>
  recheckPayment(ctx, { reference }),
);

async function resolvePurchase(ctx: Ctx, input: ResolveUnconfirmedInput) {
  return (await resolveUnconfirmed(ctx, input)).waits;
}
