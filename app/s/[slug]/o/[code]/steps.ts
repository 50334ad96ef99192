import { sayTime } from "#lib/core/time";
import type { CustomerOrderView } from "#lib/shop/find-order";
import type { DeliveryView } from "#lib/shop/order-view";
import type { Tone } from "../../../../ui/purchase-words.ts";

/** Something that happened to an order. */
export interface Step {
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
