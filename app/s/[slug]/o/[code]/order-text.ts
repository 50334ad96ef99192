import { sayTime } from "#lib/core/time";
import type { CustomerOrderView } from "#lib/shop/find-order";
import type { DeliveryView } from "#lib/shop/order-view";
import type { Tone } from "../../../../ui/purchase-words.ts";

/** How an order stands and what is next, in words for its customer. */
interface Headline {
  title: string;
  text: string;
}

/** What the customer should know first. `price` is formatted money. */
export function headlineOf(order: CustomerOrderView, price: string): Headline {
  if (order.shut && (order.payment === "awaiting" || order.payment === "expired"))
    return { title: "This shop is closed", text: "Please do not pay for this order." };
  switch (order.payment) {
    case "awaiting":
      return {
        title: `Pay ${price} to the shop`,
        text: `Pay by ${sayTime(order.payBy)}. The shop sends the data as soon as it sees your money.`,
      };
    case "expired":
      return {
        title: "The time to pay is over",
        text: "Have you paid? Tell the shop, it can still deliver this order. If not, you owe nothing.",
      };
    case "refused":
      return {
        title: "The shop did not take this order",
        text: "Nothing will be sent, and you owe nothing. If you have paid already, ask the shop for your money.",
      };
    case "refunded":
      return {
        title: "Your money was given back",
        text: "The shop says so. If it did not reach you, ask the shop.",
      };
    case "received":
      return delivering(order);
  }
}

const SHOP_IS_NEXT = "The shop has your payment: it can try again or give the money back.";

function delivering({ delivery, size, volume, phone }: CustomerOrderView): Headline {
  switch (delivery?.state) {
    case undefined:
      return { title: "Payment received", text: "The shop has your money and sends your data next." };
    case "queued":
      return {
        title: "Your data is in line",
        text: "It is sent to the network as soon as it is its turn. This page changes by itself.",
      };
    case "sending":
      return {
        title: "Your data is on its way",
        text: "It takes seconds, at times a few minutes. This page changes by itself.",
      };
    case "successful":
      return {
        title: "Delivered",
        text: `The network says that ${size} ${volume} arrived at ${phone ?? "your number"}.`,
      };
    case "unconfirmed":
      return {
        title: "Not confirmed yet",
        text: `The network has not said whether your data arrived. Look at the number's balance: it may be there already. ${decided(delivery.decisionDeadline)}`,
      };
    case "failed":
      return delivery.cancelled
        ? { title: "Not sent", text: `Your data was never sent to the network. ${SHOP_IS_NEXT}` }
        : { title: "Not delivered", text: `The network did not deliver it. ${SHOP_IS_NEXT}` };
    case "reversed":
      return {
        title: "Taken back by the network",
        text: `The network first said that it was delivered. ${SHOP_IS_NEXT}`,
      };
  }
}

function decided(by: Date | null): string {
  return by
    ? `It is decided by ${sayTime(by)} at the latest.`
    : "This page changes as soon as it is certain.";
}

/** Something that happened to an order. */
interface Step {
  text: string;
  at: Date;
  tone: Tone;
}

/** What happened to an order so far, oldest first. */
export function stepsOf(order: CustomerOrderView): Step[] {
  const { placedAt, paidAt, delivery, payment, changedAt, reason } = order;
  const steps = [step("You ordered.", placedAt)];
  if (paidAt) steps.push(step("The shop received your payment.", paidAt, "good"));
  if (delivery) steps.push(...deliverySteps(delivery));
  if (payment === "refused") steps.push(step(said("The shop refused the order.", reason), changedAt, "bad"));
  if (payment === "expired") steps.push(step("No payment came in time.", changedAt));
  if (payment === "refunded") steps.push(step(said("The shop gave the money back.", reason), changedAt));
  return steps;
}

/** Only what was really sent is said to be sent: until then, and when it was cancelled there, it stood in line. */
function deliverySteps({ state, startedAt, sentAt, settledAt, reversedAt }: DeliveryView): Step[] {
  const steps = [
    sentAt
      ? step("Your data was sent to the network.", sentAt)
      : step("Your data was put in line.", startedAt),
  ];
  if (settledAt && state === "failed")
    steps.push(step(sentAt ? "The network did not deliver it." : "It was never sent.", settledAt, "bad"));
  if (settledAt && state !== "failed") steps.push(step("Delivered.", settledAt, "good"));
  if (reversedAt) steps.push(step("The network took it back.", reversedAt, "bad"));
  return steps;
}

/** What is still to come; null when it is over. */
export function nextOf({ payment, delivery, shut }: CustomerOrderView): string | null {
  if (shut && delivery === null) return null;
  if (payment === "awaiting") return "Next: your payment reaches the shop.";
  if (payment !== "received") return null;
  switch (delivery?.state) {
    case undefined:
      return "Next: the shop sends your data.";
    case "queued":
      return "Next: it is sent to the network.";
    case "sending":
      return "Next: the network delivers it.";
    case "unconfirmed":
      return delivery.decisionDeadline
        ? `Next: it is decided whether it arrived, by ${sayTime(delivery.decisionDeadline)}.`
        : "Next: it is decided whether it arrived.";
    case "failed":
    case "reversed":
      return "Next: the shop tries again, or gives your money back.";
    case "successful":
      return null;
  }
}

const step = (text: string, at: Date, tone: Tone = "plain"): Step => ({ text, at, tone });

const said = (text: string, reason: string | null) => (reason ? `${text} “${reason}”` : text);
