"use server";

import { formatMoveResult } from "#app/admin/approval-notes";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { addPurchaseNote } from "#lib/purchase/add-purchase-note";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";

const PATH = "/admin/purchases";

export const addPurchaseNoteAction = createAdminAction(addPurchaseNote, "Note added.", PATH);

export const reversePurchaseAction = createAdminAction(
  reverseDeliveredPurchase,
  (done) => formatMoveResult(done, () => "Reversed and refunded to the wallet."),
  PATH,
);
