import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { formatPlanSize } from "#lib/catalogue/plan-label";
import type {
  OnlinePaymentView,
  OrderBase,
  OrderDeliveryView,
  OrderPaymentState,
} from "#lib/shop/order/order-view";

const PAYMENT_LABELS: Record<OrderPaymentState, StateLabel> = {
  awaiting: { word: "Awaiting payment", tone: "unsure" },
  received: { word: "Paid", tone: "good" },
  rejected: { word: "Rejected", tone: "bad" },
  expired: { word: "Expired", tone: "plain" },
  refunded: { word: "Refunded", tone: "undone" },
};

const REFUND_LABELS: Record<NonNullable<OnlinePaymentView["refund"]>["state"], StateLabel> = {
  waits: { word: "Refund pending", tone: "wait" },
  requested: { word: "Refund pending", tone: "wait" },
  pending: { word: "Refund pending", tone: "wait" },
  done: { word: "Refunded", tone: "undone" },
  charged_back: { word: "Chargeback", tone: "plain" },
  attention: { word: "Refund delayed", tone: "unsure" },
};

export function orderPaymentLabel({
  payment,
  paymentSentAt,
  online,
  waitingFor,
}: Pick<OrderBase, "payment" | "paymentSentAt" | "online" | "waitingFor">): StateLabel {
  if (online?.refund) return REFUND_LABELS[online.refund.state];
  if (waitingFor === "payment") return { word: "Chargeback", tone: "bad" };
  if (payment === "received" && online?.state === "paid") return { word: "Paid online", tone: "good" };
  if (payment === "awaiting" && online?.state === "started")
    return { word: "Awaiting payment", tone: "wait" };
  if (payment === "awaiting" && online?.state === "review") return { word: "In review", tone: "unsure" };
  if (payment === "awaiting" && paymentSentAt) return { word: "Payment sent", tone: "wait" };
  return PAYMENT_LABELS[payment];
}

export function orderDeliveryLabel(
  delivery: Pick<OrderDeliveryView, "state" | "cancelled"> | null,
): StateLabel {
  if (!delivery) return { word: "Not started", tone: "plain" };
  if (delivery.state === "failed" && delivery.cancelled) return { word: "Not sent", tone: "bad" };
  return DELIVERY_LABELS[delivery.state];
}

const DELIVERY_LABELS: Record<OrderDeliveryView["state"], StateLabel> = {
  queued: { word: "In the queue", tone: "wait" },
  sending: { word: "Processing", tone: "sent" },
  successful: { word: "Delivered", tone: "good" },
  unconfirmed: { word: "Unconfirmed", tone: "unsure" },
  failed: { word: "Not delivered", tone: "bad" },
  reversed: { word: "Reversed", tone: "bad" },
};

/** Formats a plan in one line: "1 GB for 30 Days". */
export function formatPlanLine(order: Pick<OrderBase, "size" | "volume" | "validity">): string {
  return order.validity ? `${formatPlanSize(order)} for ${order.validity}` : formatPlanSize(order);
}
