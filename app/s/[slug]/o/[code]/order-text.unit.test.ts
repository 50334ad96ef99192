import { describe, expect, test } from "vitest";
import type { CustomerOrderView } from "#lib/shop/order/find-order";
import type { OrderDeliveryView } from "#lib/shop/order/order-view";
import { buildHeadline, buildOrderSteps, getNextStepText } from "./order-text.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));

function paidOrder(delivery: Partial<OrderDeliveryView> | null): CustomerOrderView {
  const none = { sentAt: null, settledAt: null, reversedAt: null, decisionDeadline: null, cancelled: false };
  return {
    code: "c",
    reference: "K7F-3QD",
    networkId: 1,
    networkName: "MTN",
    planId: 1,
    typeName: "SME",
    size: "1",
    volume: "GB",
    validity: "30 Days",
    price: 50_000n,
    phone: "0803 ••• 4321",
    payment: "received",
    paymentSentAt: null,
    reason: null,
    messageBy: null,
    payments: [],
    tag: "t",
    final: false,
    shut: false,
    payOnline: [],
    online: null,
    waitingFor: null,
    complaint: null,
    mayComplain: false,
    placedAt: at(0),
    payBy: at(30),
    paidAt: at(1),
    changedAt: at(1),
    shop: {
      slug: "ada",
      host: null,
      name: "Ada",
      note: "",
      phone: null,
      whatsapp: null,
      hue: 1,
      logo: null,
      isReportable: true,
    },
    delivery: delivery && {
      ident: "DT1",
      state: "queued",
      startedAt: at(2),
      ...none,
      advance: null,
      ...delivery,
    },
  };
}

const texts = (order: CustomerOrderView) => buildOrderSteps(order).map(({ text }) => text);

describe("the story of an order", () => {
  test("in the queue: not shown as sent", () => {
    const order = paidOrder({ state: "queued" });
    expect(texts(order).at(-1)).toBe("Added to the queue.");
    expect(getNextStepText(order)).toBe("Next: it’s sent to the network.");
    expect(buildHeadline(order, "₦500").title).toBe("Your data is in the queue");
  });

  test("sent: the time is that of its sending", () => {
    const [sent] = buildOrderSteps(paidOrder({ state: "sending", sentAt: at(9) })).slice(-1);
    expect(sent).toMatchObject({ text: "Sent to the network.", at: at(9) });
  });

  test("cancelled in line: it was never sent, and no network is blamed", () => {
    const order = paidOrder({ state: "failed", cancelled: true, settledAt: at(20) });
    expect(texts(order).slice(-2)).toEqual(["Added to the queue.", "Not sent."]);
    expect(buildHeadline(order, "₦500")).toEqual({
      title: "Not sent",
      text: "Your data wasn’t sent to the network. The shop has your payment. It can try again or refund you.",
    });
    expect(getNextStepText(order)).toBe("Next: the shop tries again or refunds you.");
  });

  test("rejected by the network: not delivered", () => {
    const order = paidOrder({ state: "failed", sentAt: at(3), settledAt: at(4) });
    expect(texts(order).at(-1)).toBe("The network didn’t deliver it.");
  });

  test("unconfirmed: shows the deadline", () => {
    const order = paidOrder({ state: "unconfirmed", sentAt: at(3), decisionDeadline: at(59) });
    expect(buildHeadline(order, "₦500").text).toMatch(/We’ll know by .*13:59 at the latest\.$/);
    expect(getNextStepText(order)).toMatch(/by .*13:59\.$/);
  });

  test("reversed: delivered first", () => {
    const order = paidOrder({ state: "reversed", sentAt: at(3), settledAt: at(4), reversedAt: at(50) });
    expect(texts(order).slice(-2)).toEqual(["Delivered.", "The network reversed it."]);
  });
});
