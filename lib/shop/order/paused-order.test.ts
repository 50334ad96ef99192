import { expect, test } from "vitest";
import { changeLine, resumeLine } from "#lib/outage/change-line";
import { listOutages } from "#lib/outage/list-outages";
import { getShop } from "#lib/shop/get-shop";
import { saveShop } from "#lib/shop/save-shop";
import { openOnlineOrders } from "#lib/shop/testing/online-orders";
import { placeTestOrder } from "#lib/shop/testing/test-shop";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { payOrder } from "./pay-order.ts";
import { refundOrder } from "./refund-order.ts";

const { at, booksHold, ordered, paid, orderOf, purchasesOf, soon, sent, visitor } = await openOnlineOrders();
const admin = await at.admin();

/** Pauses the plan type of a shop's order. */
async function pauseLineOf(planId: number): Promise<void> {
  const { networkId = 0, typeId = 0 } = at.catalogue.plans.get(planId) ?? {};
  await changeLine(admin, {
    to: "paused",
    ...{ supplierId: MAIN_SUPPLIER_ID, networkId, typeId },
    expected: "",
    reason: "it is down",
  });
}

async function resumeAll(): Promise<void> {
  for (const { id } of await listOutages(admin))
    await resumeLine(admin, { outageId: id, reason: "works again" });
}

const planOf = async (slug: string) => (await getShop(visitor(), { slug })).offers[0]?.planId ?? 0;

test("nothing of a paused plan type is offered, ordered or paid for", async () => {
  const unpaid = await ordered();
  const { slug } = unpaid.of;
  const planId = await planOf(slug);
  await pauseLineOf(planId);
  const shop = await getShop(visitor(), { slug });
  expect(shop.undelivered).toHaveLength(1);
  expect(shop.offers.map((offer) => offer.planId)).not.toContain(planId);
  await expect(payOrder(visitor(), { ...unpaid.of, provider: "paystack" })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("You weren’t charged"),
  });
  await resumeAll();
  expect((await getShop(visitor(), { slug })).undelivered).toEqual([]);
  await placeTestOrder(at.system, slug, { phone: "08037654399" });
});

test("a paid order is kept until the plan is delivered again, or refunded by the shop's choice", async () => {
  const [kept, refunded] = [await paid(), await paid()];
  await pauseLineOf(await planOf(kept.of.slug));
  await soon();
  for (const { of, owner } of [kept, refunded]) {
    expect(await orderOf(of)).toMatchObject({ payment: "received", delivery: null, waitingFor: "later" });
    expect(await purchasesOf(owner)).toEqual([]);
  }
  await refundOrder(refunded.owner.ctx, { code: refunded.code });
  expect(await orderOf(refunded.of)).toMatchObject({ payment: "refunded" });
  await resumeAll();
  await soon();
  expect(await sent(kept)).toBe("successful");
  expect(await purchasesOf(refunded.owner)).toEqual([]);
  await booksHold();
});

test("a paid order is refunded at once where its shop chose that, and bought no more", async () => {
  const { of, owner } = await paid();
  await saveShop(owner.ctx, { refundsInOutage: true });
  await pauseLineOf(await planOf(of.slug));
  await soon();
  expect(await orderOf(of)).toMatchObject({
    payment: "refunded",
    delivery: null,
    reason: expect.stringContaining("isn’t being delivered right now"),
    online: { refund: expect.anything() },
  });
  await resumeAll();
  await soon();
  expect(await orderOf(of)).toMatchObject({ payment: "refunded", delivery: null });
  expect(await purchasesOf(owner)).toEqual([]);
  await booksHold();
});
