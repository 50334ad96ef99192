"use server";

import { z } from "zod";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { openNext } from "#app/admin/review/open-next.ts";
import type { Ctx } from "#lib/core/context";
import { approveFunding, rejectFunding } from "#lib/funding/review-funding";
import { modules } from "#lib/modules";
import { ApproveRequestInput, approveRequest } from "#lib/reconcile/admin/approve-request";
import { rejectRequest } from "#lib/reconcile/admin/reject-request";
import { resolveUnconfirmed } from "#lib/reconcile/admin/resolve-unconfirmed";
import { assignReviewItem } from "#lib/review/assign-review-item";
import { deleteReply, saveReply } from "#lib/review/saved-replies";
import { approveUpgrade, rejectUpgrade } from "#lib/upgrade/decide-upgrade";

export const decideUnconfirmedAction = createAdminAction(
  resolveUnconfirmed,
  openNext("unconfirmed", "ident"),
);

const ApproveForm = ApproveRequestInput.extend({ next: z.string().max(300).default("") });

export const approveInQueueAction = createAdminAction(
  (ctx: Ctx, input: ApproveRequestInput) => approveRequest(ctx, input, modules),
  openNext("approval", "id"),
  { form: ApproveForm },
);

export const rejectInQueueAction = createAdminAction(rejectRequest, openNext("approval", "id"));

export const approveTransferAction = createAdminAction(approveFunding, openNext("transfer", "id"));

export const rejectTransferAction = createAdminAction(rejectFunding, openNext("transfer", "id"));

export const approveUpgradeInQueueAction = createAdminAction(approveUpgrade, openNext("upgrade", "id"));

export const rejectUpgradeInQueueAction = createAdminAction(rejectUpgrade, openNext("upgrade", "id"));

export const assignReviewItemAction = createAdminAction(assignReviewItem, ({ assignee, previous }) => ({
  message: assignee ? `Assigned to ${assignee.name}.` : "Released.",
  previous: String(previous ?? ""),
}));

export const saveReplyAction = createAdminAction(saveReply, "Saved for all admins.");

export const deleteReplyAction = createAdminAction(deleteReply, "Deleted.");
