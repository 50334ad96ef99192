import type { DeliveryView, OnlineView, OrderBase, PaymentState } from "#lib/shop/order-view";
import type { StateWords } from "../../ui/purchase-words.ts";

const PAYMENT: Record<PaymentState, StateWords> = {
  awaiting: { word: "Waiting", tone: "unsure" },
  received: { word: "Paid", tone: "good" },
  refused: { word: "Refused", tone: "bad" },
  expired: { word: "Not paid in time", tone: "plain" },
  refunded: { word: "Money given back", tone: "plain" },
};

const REFUND: Record<NonNullable<OnlineView["refund"]>["state"], StateWords> = {
  waits: { word: "Going back", tone: "wait" },
  asked: { word: "Going back", tone: "wait" },
  pending: { word: "On its way back", tone: "wait" },
  done: { word: "Sent back", tone: "plain" },
  taken_back: { word: "Taken back by the bank", tone: "plain" },
  attention: { word: "Not sent back yet", tone: "unsure" },
};

/** The state of an order's payment in people's words. */
export function paymentWords({
  payment,
  online,
  waitsFor,
}: Pick<OrderBase, "payment" | "online" | "waitsFor">): StateWords {
  if (online?.refund) return REFUND[online.refund.state];
  if (waitsFor === "payment") return { word: "Taken back by the bank", tone: "bad" };
  if (payment === "received" && online?.state === "paid") return { word: "Paid online", tone: "good" };
  if (payment === "awaiting" && online?.state === "started") return { word: "Not seen yet", tone: "wait" };
  if (payment === "awaiting" && online?.state === "review")
    return { word: "Being looked at", tone: "unsure" };
  return PAYMENT[payment];
}

/** The state of an order's delivery in people's words. */
export function deliveryWords(delivery: DeliveryView | null): StateWords {
  switch (delivery?.state) {
    case undefined:
      return { word: "Not started", tone: "plain" };
    case "queued":
      return { word: "In line", tone: "wait" };
    case "sending":
      return { word: "On its way", tone: "wait" };
    case "successful":
      return { word: "Delivered", tone: "good" };
    case "unconfirmed":
      return { word: "Not confirmed yet", tone: "unsure" };
    case "failed":
      return { word: delivery.cancelled ? "Not sent" : "Not delivered", tone: "bad" };
    case "reversed":
      return { word: "Taken back", tone: "bad" };
  }
}

/** What is bought, in one line: "1 GB for 30 Days". */
export function planLine({
  size,
  volume,
  validity,
}: Pick<OrderBase, "size" | "volume" | "validity">): string {
  return validity ? `${size} ${volume} for ${validity}` : `${size} ${volume}`;
}
