import type { PortalEvent } from "#lib/core/event";
import {
  type EventNotification,
  factMoney,
  factPlan,
  factText,
  type NotificationKinds,
  type NotificationText,
  type RawNotification,
} from "#lib/core/notification-kind";
import { formatPhone } from "#lib/core/text/phone";

export const purchaseNotifications: NotificationKinds = {
  failed: {
    label: "Purchase failed, refunded",
    audience: "resellers",
    group: "purchases",
    follows: {
      "purchase.settled": (event) =>
        event.facts.state === "failed" && event.facts.was !== "unconfirmed" && event.facts.by !== "cancelled"
          ? describePurchase(event)
          : undefined,
      "purchase.reversed": (event) =>
        event.facts.was === "unconfirmed" ? undefined : describePurchase(event),
    },
    format: (notification) =>
      notification.facts.state === "reversed"
        ? formatPurchase(notification, "Reversed", "The network reversed it. Your wallet was refunded.")
        : formatPurchase(notification, "Failed, refunded", "It wasn’t delivered. Your wallet was refunded."),
  },
  not_confirmed: {
    label: "Unconfirmed purchase",
    audience: "resellers",
    group: "purchases",
    follows: { "purchase.unconfirmed": describePurchase },
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
    group: "purchases",
    follows: {
      "purchase.settled": (event) =>
        event.facts.was === "unconfirmed" &&
        event.facts.advance !== "awaiting_consent" &&
        !(event.facts.state === "failed" && event.facts.by === "cancelled")
          ? describePurchase(event)
          : undefined,
    },
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
            notification.facts.advance === "closed"
              ? "It was unconfirmed. It’s now clear that it didn’t arrive. You keep the money that we credited."
              : "It was unconfirmed. It’s now clear that it didn’t arrive. Your wallet was refunded.",
          ),
  },
  advanced: {
    label: "Unconfirmed purchase credited",
    audience: "resellers",
    group: "purchases",
    follows: {
      "purchase.advanced": ({ subject, facts: { price, plan } }) => ({
        facts: { ident: subject, price, plan },
      }),
    },
    format: (notification) =>
      formatPurchase(
        notification,
        "Still unconfirmed, credited",
        `A day has passed, so ${factMoney(notification.facts.price)} was credited to your wallet. If it turns out to be delivered, we ask you to return it.`,
      ),
  },
  advance_asked: {
    label: "Credited purchase delivered",
    audience: "resellers",
    group: "money",
    follows: {
      "purchase.settled": (event) =>
        event.facts.was === "unconfirmed" && event.facts.advance === "awaiting_consent"
          ? describePurchase(event)
          : undefined,
    },
    format: (notification) =>
      formatPurchase(
        notification,
        "Delivered after all",
        `We credited ${factMoney(notification.facts.price)} while it was unconfirmed. Open it and choose: return the money or keep it.`,
      ),
  },
  late: {
    label: "Late delivery",
    audience: "resellers",
    group: "purchases",
    follows: {
      "purchase.settled": (event) =>
        event.facts.state === "successful" &&
        event.facts.was !== "unconfirmed" &&
        event.facts.batch === null &&
        event.facts.late === true
          ? describePurchase(event)
          : undefined,
    },
    format: (notification) => formatPurchase(notification, "Delivered late", "It took more than 10 minutes."),
  },
};

/** Describes a purchase for its buyer. One notification covers the purchases of a batch. */
function describePurchase({ subject, facts }: PortalEvent): EventNotification {
  const { state, price, plan, batch, advance } = facts;
  return {
    key: batch === null || advance !== null ? subject : `batch ${batch}`,
    facts: {
      ...{ state, ident: subject, price, plan },
      ...(batch !== null && { batch }),
      ...(advance !== null && { advance }),
    },
  };
}

/**
 * Formats a text with the plan and phone number; for a purchase of a batch,
 * names the batch, as one notification covers it.
 */
function formatPurchase(
  { facts, phone }: RawNotification,
  status: string,
  explanation: string,
): NotificationText {
  if (facts.batch !== undefined && facts.advance === undefined)
    return {
      title: `${status}: a purchase in your batch`,
      text: `${explanation} Others in the batch may follow. Its page shows every row.`,
      path: `/batches/${factText(facts.batch)}`,
    };
  const recipient = phone ? ` to ${formatPhone(phone)}` : "";
  return {
    title: `${status}: ${factPlan(facts.plan)}${recipient}`,
    text: explanation,
    path: `/purchases/${factText(facts.ident)}`,
  };
}
