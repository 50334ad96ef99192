"use server";

import { addDeliveryIssueMessage, openDeliveryIssue } from "#lib/issue/open-delivery-issue";
import { createResellerAction } from "#lib/request/page-action";

export const openDeliveryIssueAction = createResellerAction(openDeliveryIssue);

export const addDeliveryIssueReplyAction = createResellerAction(addDeliveryIssueMessage, "Sent.");
