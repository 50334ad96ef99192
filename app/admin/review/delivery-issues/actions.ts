"use server";

import { formatMoveResult } from "#app/admin/approval-notes";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { replyToDeliveryIssue } from "#lib/purchase/issue/reply-to-delivery-issue";

export const replyToDeliveryIssueAction = createAdminAction(
  replyToDeliveryIssue,
  (done) => formatMoveResult(done, () => "Reply sent."),
  "/admin/review",
);
