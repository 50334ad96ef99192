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
      if (order.online?.state === "review") return oddMoney(order.online.own);
      if (order.online?.state === "started") return notSeen(`If not, pay by ${sayTime(order.payBy)}.`);
      if (order.payOnline.length > 0)
        return {
          title: `Pay ${price}`,
          text: `Pay by ${sayTime(order.payBy)}, online or to the shop. Your data is sent as soon as your money is seen.`,
        };
      return {
        title: `Pay ${price} to the shop`,
        text: `Pay by ${sayTime(order.payBy)}. The shop sends the data as soon as it sees your money.`,
      };
    case "expired":
      if (order.online?.state === "review") return oddMoney(order.online.own);
      if (order.online?.page) return notSeen("The time to begin a payment is over.");
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
      if (order.online?.refund) return goingBack(order.online.provider, order.online.refund.state, price);
      return {
        title: "Your money was given back",
        text: "The shop says so. If it did not reach you, ask the shop.",
      };
    case "received":
      return delivering(order);
  }
}

const notSeen = (otherwise: string): Headline => ({
  title: "Your payment is not seen yet",
  text: `If you paid, there is nothing more to do: it shows here by itself. ${otherwise}`,
});

const oddMoney = (own: boolean): Headline => ({
  title: "Money came, but not just what was asked for",
  text: `${own ? "The shop" : "Someone"} looks at it. You do not have to pay again: ask the shop what comes next.`,
});

type RefundState = NonNullable<NonNullable<CustomerOrderView["online"]>["refund"]>["state"];

function goingBack(provider: string, state: RefundState, price: string): Headline {
  switch (state) {
    case "waits":
      return {
        title: "Your money is going back",
        text: `The shop has to add some money first. Then ${provider} sends ${price} back to where you paid from, by itself.`,
      };
    case "asked":
    case "pending":
      return {
        title: "Your money is on its way back",
        text: `${provider} sends ${price} back to where you paid from. Banks may take some days.`,
      };
    case "done":
      return {
        title: "Your money was sent back",
        text: `${price} went back to where you paid from. Banks may take some days to show it.`,
      };
    case "taken_back":
      return {
        title: "Your bank took your money back",
        text: `Nothing was delivered, and ${provider} does not have ${price} any more.`,
      };
    case "attention":
      return {
        title: "Your money did not go back yet",
        text: `${provider} could not send it by itself. It is being looked after: ask the shop if you hear nothing.`,
      };
  }
}

/** Paid, and not bought yet: why, if there is a reason. */
const WAITING: Record<NonNullable<CustomerOrderView["waitsFor"]>, string> = {
  wallet: "The shop has to add some money first. Then your data is sent by itself.",
  account: "The shop cannot send it just now. It goes on by itself as soon as it can.",
  later: "Data cannot be sent just now. It goes on by itself as soon as it can.",
  price: "The shop has to check its price for this plan. Then it sends your data, or gives your money back.",
  plan: "This plan is not sold just now. The shop sends it when it is, or gives your money back.",
  payment: "Your bank took the payment back, so nothing is sent. If you did not ask for that, ask the shop.",
};

const SHOP_IS_NEXT = "The shop has your payment: it can try again or give the money back.";

function delivering({ delivery, size, volume, phone, waitsFor, online }: CustomerOrderView): Headline {
  switch (delivery?.state) {
    case undefined:
      if (waitsFor === "payment") return { title: "Your payment was taken back", text: WAITING[waitsFor] };
      if (waitsFor) return { title: "Paid. Your data waits", text: WAITING[waitsFor] };
      if (online?.state === "paid")
        return { title: "Paid", text: "Your payment was seen. Your data is sent next, by itself." };
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
  if (paidAt) steps.push(step(paidBy(order), paidAt, "good"));
  if (delivery) steps.push(...deliverySteps(delivery));
  if (payment === "refused") steps.push(step(said("The shop refused the order.", reason), changedAt, "bad"));
  if (payment === "expired") steps.push(step("No payment came in time.", changedAt));
  if (payment === "refunded") steps.push(step(said(gaveBack(order), reason), changedAt));
  return steps;
}

const paidBy = ({ online }: CustomerOrderView) =>
  online?.state === "paid" ? `You paid by ${online.provider}.` : "The shop received your payment.";

function gaveBack({ online }: CustomerOrderView): string {
  if (!online?.refund) return "The shop gave the money back.";
  if (online.refund.state === "taken_back") return "Your bank had taken your money back.";
  return online.refund.state === "done"
    ? `${online.provider} sent your money back.`
    : "Your money is to go back.";
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
export function nextOf({ payment, delivery, shut, online, waitsFor }: CustomerOrderView): string | null {
  if (shut && delivery === null) return null;
  if (payment === "awaiting") return "Next: your payment reaches the shop.";
  if (online?.refund && online.refund.state !== "done" && online.refund.state !== "taken_back")
    return "Next: your money comes back to you.";
  if (payment !== "received" || waitsFor === "payment") return null;
  switch (delivery?.state) {
    case undefined:
      return online?.state === "paid" ? "Next: your data is sent." : "Next: the shop sends your data.";
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
