"use server";

import { createBulkAction } from "#app/admin/bulk/bulk-action.ts";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { openNext } from "#app/admin/review/open-next.ts";
import { ReplyToDeliveryIssueInput, replyToDeliveryIssue } from "#lib/issue/reply-to-delivery-issue";

export const replyToDeliveryIssueAction = createAdminAction(replyToDeliveryIssue, openNext("issue", "ident"));

export const replyToDeliveryIssuesAction = createBulkAction(
  ReplyToDeliveryIssueInput.omit({ ident: true, version: true }),
  (ctx, { name: ident, version }, input) => replyToDeliveryIssue(ctx, { ident, version, ...input }),
);
