import {
  factMoney,
  factPlan,
  factText,
  type NotificationKinds,
  type OrderFacts,
} from "#lib/core/notification-kind";
import { formatOrderReference } from "#lib/core/text/order-reference";

export const shopNotifications: NotificationKinds = {
  order: {
    label: "New order in your shop",
    audience: "resellers",
    group: "customers",
    follows: { "order.placed": ({ facts }) => ({ facts }) },
    format: ({ facts, order }) => ({
      title: `New order: ${factPlan(facts.plan)}`,
      text: `Order ${formatOrderReference(factText(facts.reference))} for ${factMoney(facts.price)}. ${formatOrderState(order)}`,
      path: "/shop",
    }),
  },
  payment_sent: { label: "Payment sent for an order", audience: "resellers", group: "customers" },
  complaint: { label: "Complaint about an order", audience: "resellers", group: "customers" },
};

/** Formats an order's present state and next step: a notification may be read when both have changed. */
function formatOrderState(order: OrderFacts | null): string {
  switch (order?.payment) {
    case undefined:
      return "See your shop for details.";
    case "awaiting":
      return order.takesOnline
        ? "If your customer pays online, it’s delivered automatically. If they pay you, deliver it then."
        : "Deliver it when your customer has paid you.";
    case "rejected":
      return "You rejected it.";
    case "expired":
      return "It wasn’t paid in time.";
    case "refunded":
      return order.paidOnline ? "It wasn’t delivered, and your customer is refunded." : "You refunded it.";
    case "received":
      return formatPaidOrder(order);
  }
}

function formatPaidOrder({ delivery, paidOnline }: OrderFacts): string {
  switch (delivery) {
    case "successful":
      return paidOnline ? "Paid online and delivered automatically." : "Paid and delivered.";
    case "failed":
    case "reversed":
      return "Paid, but not delivered. Open your shop to try again or to refund it.";
    default:
      return paidOnline ? "Paid online. It’s delivered automatically." : "Paid. Delivery is in progress.";
  }
}
