import type { Tone } from "#app/ui/purchase/purchase-labels.ts";
import { formatPlanSize } from "#lib/catalogue/plan-label";
import { formatTime } from "#lib/core/time/time";
import type { CustomerOrderView } from "#lib/shop/order/find-order";
import type { OrderDeliveryView } from "#lib/shop/order/order-view";

interface Headline {
  title: string;
  text: string;
}

/** Builds the headline of an order. `price` is formatted money. */
export function buildHeadline(order: CustomerOrderView, price: string): Headline {
  if (order.shut && (order.payment === "awaiting" || order.payment === "expired"))
    return { title: "This shop is closed", text: "Please don’t pay for this order." };
  switch (order.payment) {
    case "awaiting":
      if (order.online?.state === "review") return unmatchedPaymentHeadline(order.online.own);
      if (order.paymentSentAt)
        return {
          title: "Payment sent",
          text: `The shop looks for your ${price} in its account, then sends your data. You don’t need to pay again. This page updates automatically.`,
        };
      if (order.online?.state === "started")
        return awaitingPaymentHeadline(`If not, pay ${formatDeadline(order.payBy)}.`);
      if (order.payOnline.length > 0)
        return {
          title: `Pay ${price}`,
          text: `Pay ${formatDeadline(order.payBy)}, online or to the shop. Your data is sent when your payment is confirmed.`,
        };
      return {
        title: `Pay ${price} to the shop`,
        text: `Pay ${formatDeadline(order.payBy)}. The shop sends your data when it gets your payment.`,
      };
    case "expired":
      if (order.online?.state === "review") return unmatchedPaymentHeadline(order.online.own);
      if (order.online?.page) return awaitingPaymentHeadline("The time to start a payment has ended.");
      return {
        title: "Payment time ended",
        text: "If you’ve paid, tell the shop: it can still deliver this order. If not, you owe nothing.",
      };
    case "rejected":
      return {
        title: "Order rejected",
        text: "Nothing is sent, and you owe nothing. If you’ve already paid, ask the shop for a refund.",
      };
    case "refunded":
      if (order.online?.refund)
        return refundHeadline(order.online.provider, order.online.refund.state, price);
      return {
        title: "Refunded",
        text: "The shop refunded you. If you didn’t get it, contact the shop.",
      };
    case "received":
      return deliveryHeadline(order);
  }
}

/** Formats a time to be kept: "today by 14:05", "by 3 Nov 14:05". */
function formatDeadline(at: Date): string {
  const text = formatTime(at);
  return /^(today|tomorrow) /.test(text) ? text.replace(" ", " by ") : `by ${text}`;
}

const awaitingPaymentHeadline = (otherwise: string): Headline => ({
  title: "Awaiting payment",
  text: `If you’ve paid, you don’t need to do anything: this page updates automatically. ${otherwise}`,
});

const unmatchedPaymentHeadline = (isShopAccount: boolean): Headline => ({
  title: "Payment doesn’t match the order",
  text: `${isShopAccount ? "The shop" : "Support"} will review it. You don’t need to pay again. Ask the shop about the next step.`,
});

type RefundState = NonNullable<NonNullable<CustomerOrderView["online"]>["refund"]>["state"];

function refundHeadline(provider: string, state: RefundState, price: string): Headline {
  switch (state) {
    case "waits":
      return {
        title: "Refund pending",
        text: `The shop has to top up its wallet first. Then ${provider} refunds ${price} to you automatically.`,
      };
    case "requested":
    case "pending":
      return {
        title: "Refund in progress",
        text: `${provider} is refunding ${price} to the account you paid from. Banks can take a few days.`,
      };
    case "done":
      return {
        title: "Refund sent",
        text: `${price} was refunded to the account you paid from. Banks can take a few days to show it.`,
      };
    case "charged_back":
      return {
        title: "Payment reversed by your bank",
        text: `Nothing was delivered, and your bank has the ${price} back from ${provider}.`,
      };
    case "attention":
      return {
        title: "Refund delayed",
        text: `${provider} couldn’t complete your refund automatically. It’s being handled. Contact the shop if you don’t hear back.`,
      };
  }
}

/** The reasons why a paid order isn't bought yet. */
const BLOCKER_TEXTS: Record<NonNullable<CustomerOrderView["waitingFor"]>, string> = {
  wallet: "The shop has to top up its wallet first. Then your data is sent automatically.",
  account: "The shop can’t send it right now. Your data is sent automatically as soon as possible.",
  later:
    "This can’t be delivered right now. It’s sent automatically when it can. Or ask the shop for a refund.",
  price: "The shop has to check its price for this plan. Then it sends your data or refunds you.",
  plan: "This plan isn’t for sale right now. The shop sends it when it is, or refunds you.",
  payment:
    "Your bank reversed the payment, so nothing is sent. If you didn’t ask your bank for this, contact the shop.",
};

const SHOP_CHOICE_TEXT = "The shop has your payment. It can try again or refund you.";

function deliveryHeadline({
  delivery,
  size,
  volume,
  phone,
  waitingFor,
  online,
}: CustomerOrderView): Headline {
  switch (delivery?.state) {
    case undefined:
      if (waitingFor === "payment") return { title: "Payment reversed", text: BLOCKER_TEXTS[waitingFor] };
      if (waitingFor) return { title: "Paid. Delivery paused", text: BLOCKER_TEXTS[waitingFor] };
      if (online?.state === "paid")
        return { title: "Paid", text: "Your payment is confirmed. Your data is sent next, automatically." };
      return { title: "Payment received", text: "The shop has your payment and sends your data next." };
    case "queued":
      return {
        title: "Your data is in the queue",
        text: "It’s sent to the network soon. This page updates automatically.",
      };
    case "sending":
      return {
        title: "Processing",
        text: "This takes seconds, sometimes a few minutes. This page updates automatically.",
      };
    case "successful":
      return {
        title: "Delivered",
        text: `The network confirmed that ${formatPlanSize({ size, volume })} arrived at ${phone ?? "your number"}.`,
      };
    case "unconfirmed":
      if (delivery.advance)
        return {
          title: "Still unconfirmed",
          text: "The network hasn’t confirmed delivery for a day. Check the number’s data balance: it may have arrived. If it hasn’t, ask the shop about the next step.",
        };
      return {
        title: "Unconfirmed",
        text: `The network hasn’t confirmed delivery. Check the number’s data balance: it may have arrived. ${formatDecisionDeadline(delivery.decisionDeadline)}`,
      };
    case "failed":
      return delivery.cancelled
        ? { title: "Not sent", text: `Your data wasn’t sent to the network. ${SHOP_CHOICE_TEXT}` }
        : { title: "Not delivered", text: `The network didn’t deliver it. ${SHOP_CHOICE_TEXT}` };
    case "reversed":
      return {
        title: "Reversed by the network",
        text: `The network first confirmed delivery, then reversed it. ${SHOP_CHOICE_TEXT}`,
      };
  }
}

function formatDecisionDeadline(by: Date | null): string {
  return by ? `We’ll know by ${formatTime(by)} at the latest.` : "This page updates when we know.";
}

export interface OrderStep {
  text: string;
  at: Date;
  tone: Tone;
}

/** Lists the steps of an order, oldest first. */
export function buildOrderSteps(order: CustomerOrderView): OrderStep[] {
  const { placedAt, paymentSentAt, paidAt, delivery, payment, changedAt, reason } = order;
  const steps = [toOrderStep("Order placed.", placedAt)];
  if (paymentSentAt) steps.push(toOrderStep("Payment sent to the shop.", paymentSentAt));
  if (paidAt) steps.push(toOrderStep(formatPayer(order), paidAt, "good"));
  if (delivery) steps.push(...buildDeliverySteps(delivery));
  if (payment === "rejected")
    steps.push(toOrderStep(withReason("The shop rejected the order.", reason), changedAt, "bad"));
  if (payment === "expired") steps.push(toOrderStep("Not paid in time.", changedAt));
  if (payment === "refunded") steps.push(toOrderStep(withReason(formatRefundStep(order), reason), changedAt));
  return steps;
}

const formatPayer = ({ online }: CustomerOrderView) =>
  online?.state === "paid" ? `Paid with ${online.provider}.` : "The shop received your payment.";

function formatRefundStep({ online }: CustomerOrderView): string {
  if (!online?.refund) return "The shop refunded you.";
  if (online.refund.state === "charged_back") return "Your bank reversed the payment.";
  return online.refund.state === "done" ? `${online.provider} sent your refund.` : "Refund started.";
}

/** Lists the delivery steps. An order counts as sent only once it was; before that it is in the queue. */
export function buildDeliverySteps({
  state,
  startedAt,
  sentAt,
  settledAt,
  reversedAt,
}: Pick<OrderDeliveryView, "state" | "startedAt" | "sentAt" | "settledAt" | "reversedAt">): OrderStep[] {
  const steps = [
    sentAt ? toOrderStep("Sent to the network.", sentAt) : toOrderStep("Added to the queue.", startedAt),
  ];
  if (settledAt && state === "failed")
    steps.push(toOrderStep(sentAt ? "The network didn’t deliver it." : "Not sent.", settledAt, "bad"));
  if (settledAt && state !== "failed") steps.push(toOrderStep("Delivered.", settledAt, "good"));
  if (reversedAt) steps.push(toOrderStep("The network reversed it.", reversedAt, "bad"));
  return steps;
}

/** The next step; null when the purchase has ended. */
export function getNextStepText({
  payment,
  delivery,
  shut,
  online,
  waitingFor,
}: CustomerOrderView): string | null {
  if (shut && delivery === null) return null;
  if (online?.refund && online.refund.state !== "done" && online.refund.state !== "charged_back")
    return "Next: you get your refund.";
  if (payment !== "received" || waitingFor === "payment") return null;
  switch (delivery?.state) {
    case undefined:
      return online?.state === "paid" ? "Next: your data is sent." : "Next: the shop sends your data.";
    case "queued":
      return "Next: it’s sent to the network.";
    case "sending":
      return "Next: the network delivers it.";
    case "unconfirmed":
      return delivery.decisionDeadline && !delivery.advance
        ? `Next: we find out whether it arrived, by ${formatTime(delivery.decisionDeadline)}.`
        : "Next: we find out whether it arrived.";
    case "failed":
    case "reversed":
      return "Next: the shop tries again or refunds you.";
    case "successful":
      return null;
  }
}

export const toOrderStep = (text: string, at: Date, tone: Tone = "plain"): OrderStep => ({ text, at, tone });

const withReason = (text: string, reason: string | null) => (reason ? `${text} “${reason}”` : text);
