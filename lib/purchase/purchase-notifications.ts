import {
  factText,
  type NotificationKinds,
  type NotificationText,
  type RawNotification,
} from "#lib/core/notification-kind";
import { formatPhone } from "#lib/core/text/phone";

/** Notifications about purchases and delivery issues, by event. Database triggers create them. */
export const purchaseNotifications: NotificationKinds = {
  failed: {
    label: "Purchase failed, refunded",
    audience: "resellers",
    mail: false,
    push: true,
    format: (notification) =>
      notification.facts.state === "reversed"
        ? formatPurchase(notification, "Reversed", "The network reversed it. Your wallet was refunded.")
        : formatPurchase(notification, "Failed, refunded", "It wasn’t delivered. Your wallet was refunded."),
  },
  not_confirmed: {
    label: "Unconfirmed purchase",
    audience: "resellers",
    mail: false,
    push: true,
    format: (notification) =>
      formatPurchase(
        notification,
        "Unconfirmed",
        "The network hasn’t confirmed delivery. We’ll find out and notify you. Don’t buy it again before then.",
      ),
  },
  decided: {
    label: "Unconfirmed purchase resolved",
    audience: "resellers",
    mail: false,
    push: true,
    format: (notification) =>
      notification.facts.state === "successful"
        ? formatPurchase(
            notification,
            "Delivered after all",
            "It was unconfirmed. It’s now clear that it arrived.",
          )
        : formatPurchase(
            notification,
            "Failed after all, refunded",
            "It was unconfirmed. It’s now clear that it didn’t arrive. Your wallet was refunded.",
          ),
  },
  late: {
    label: "Late delivery",
    note: "More than 10 minutes after you bought it.",
    audience: "resellers",
    mail: false,
    push: false,
    format: (notification) => formatPurchase(notification, "Delivered late", "It took more than 10 minutes."),
  },
  case: {
    label: "Update on a delivery issue",
    note: "For delivery issues you reported.",
    audience: "resellers",
    mail: true,
    push: true,
    format: ({ facts }) => ({
      ...(ISSUE_TEXTS[factText(facts.kind)] ?? {
        title: "Update on a delivery issue",
        text: "Open the delivery issue to read it.",
      }),
      path: `/purchases/${factText(facts.ident)}`,
    }),
  },
  new_case: {
    label: "New delivery issue",
    note: "Delivery issues that resellers report, reopen or reply to.",
    audience: "admins",
    mail: true,
    push: true,
    format: ({ facts }) => ({
      ...(NEW_ISSUE_TEXTS[factText(facts.kind)] ?? {
        title: "New delivery issue",
        text: "A reseller reported that a purchase didn’t arrive. Open it to see when a reply is due.",
      }),
      path: `/admin/review/delivery-issues/${factText(facts.ident)}`,
    }),
  },
};

const ISSUE_TEXTS: Readonly<Record<string, Pick<NotificationText, "title" | "text">>> = {
  delivered: {
    title: "Delivery issue checked",
    text: "We found that the purchase was delivered. Open the delivery issue to see why.",
  },
  asking: {
    title: "We’re asking the network",
    text: "We asked the network about your delivery issue. Open it to see when to expect an update.",
  },
  owner: {
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

/** Formats a text with the plan and phone number; for a purchase of a batch, names the batch, as one notification covers it. */
function formatPurchase(
  { facts, phone }: RawNotification,
  status: string,
  explanation: string,
): NotificationText {
  if (facts.run !== undefined)
    return {
      title: `${status}: a purchase in your batch`,
      text: `${explanation} Others in the batch may follow. Its page shows every row.`,
      path: `/bulk/${factText(facts.run)}`,
    };
  const recipient = phone ? ` to ${formatPhone(phone)}` : "";
  return {
    title: `${status}: ${factText(facts.plan)}${recipient}`,
    text: explanation,
    path: `/purchases/${factText(facts.ident)}`,
  };
}
