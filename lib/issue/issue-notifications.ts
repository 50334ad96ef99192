import {
  factText,
  type NotificationKinds,
  type NotificationText,
  type RawNotification,
} from "#lib/core/notification-kind";
import { formatPhone } from "#lib/core/text/phone";

export const issueNotifications: NotificationKinds = {
  delivery_issue: {
    label: "Update on a delivery issue",
    audience: "resellers",
    group: "customers",
    follows: { "delivery_issue.answered": ({ facts }) => ({ facts }) },
    format: (notification) =>
      formatIssue(
        notification,
        ISSUE_TEXTS[factText(notification.facts.kind)] ?? {
          title: "Update on a delivery issue",
          text: "Open the delivery issue to read it.",
        },
        "/purchases",
      ),
  },
  new_delivery_issue: {
    label: "New delivery issue",
    audience: "admins",
    group: "delivery_issues",
    follows: { "delivery_issue.reported": ({ facts }) => ({ to: "admins", facts }) },
    format: (notification) =>
      formatIssue(
        notification,
        NEW_ISSUE_TEXTS[factText(notification.facts.kind)] ?? {
          title: "New delivery issue",
          text: "A reseller reported that a purchase didn’t arrive. Open it to see when a reply is due.",
        },
        "/admin/review/delivery-issues",
      ),
  },
};

/** Names the plan and the number of the purchase in the title. */
function formatIssue(
  { facts, phone, plan }: RawNotification,
  { title, text }: Pick<NotificationText, "title" | "text">,
  path: string,
): NotificationText {
  const purchase = plan && (phone ? `${plan} to ${formatPhone(phone)}` : plan);
  return {
    title: purchase ? `${title}: ${purchase}` : title,
    text,
    path: `${path}/${factText(facts.ident)}`,
  };
}

const ISSUE_TEXTS: Readonly<Record<string, Pick<NotificationText, "title" | "text">>> = {
  delivered: {
    title: "Delivery issue checked",
    text: "We found that the purchase was delivered. Open the delivery issue to see why.",
  },
  asking: {
    title: "We’re asking the network",
    text: "We asked the network about your delivery issue. Open it to see when to expect an update.",
  },
  customer: {
    title: "We need details from your customer",
    text: "Open the delivery issue to see what to ask.",
  },
};

const NEW_ISSUE_TEXTS: Readonly<Record<string, Pick<NotificationText, "title" | "text">>> = {
  reply: {
    title: "Reply to a delivery issue",
    text: "The reseller replied. Open the delivery issue to reply.",
  },
  reopened: {
    title: "Delivery issue reopened",
    text: "The reseller says that the purchase still hasn’t arrived. Open the delivery issue to see why.",
  },
};
