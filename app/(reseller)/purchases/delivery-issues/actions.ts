"use server";

import { addDeliveryIssueMessage, openDeliveryIssue } from "#lib/issue/open-delivery-issue";
import { createSellerAction } from "#lib/request/page-action";

export const openDeliveryIssueAction = createSellerAction(openDeliveryIssue);

export const addDeliveryIssueReplyAction = createSellerAction(addDeliveryIssueMessage, "Sent.");
