import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { NOTIFICATION_KINDS } from "#lib/modules";
import { createNotificationList } from "#lib/notification/notification-list";
import { openTestShop, placeTestOrder } from "#lib/shop/testing/test-shop";
import { openScene } from "#lib/testing/open-scene";
import { findOrder } from "./find-order.ts";
import { orderList } from "./list-orders.ts";
import { rejectOrder } from "./reject-order.ts";
import { reportPayment } from "./report-payment.ts";
import { sweepOrders } from "./sweep-orders.ts";
import { watchOrders } from "./watch-orders.ts";

const notificationList = createNotificationList(NOTIFICATION_KINDS);

const at = await openScene();
let shops = 0;

const customer: Ctx = { actor: { kind: "visitor" }, db: at.system.db, address: "10.1.0.9" };

async function placed() {
  shops += 1;
  const { ctx } = await at.reseller();
  const slug = `shop-${shops}`;
  await openTestShop(ctx, slug, "10", `Shop ${shops}`);
  return { ctx, slug, code: await placeTestOrder(at.system, slug) };
}

test("tells the shop once that the customer sent the money, and rings; nothing is paid or delivered by it", async () => {
  const { ctx, slug, code } = await placed();
  const heard = Promise.withResolvers<string>();
  const stop = await watchOrders(ctx, heard.resolve);
  await Promise.all([1, 2, 3].map(() => reportPayment(customer, { slug, code })));
  expect(await heard.promise).toBe("new");
  stop();
  const { rows } = await notificationList.page(ctx, {});
  expect(rows.filter(({ title }) => title.startsWith("Payment sent: order "))).toHaveLength(1);
  const [order] = (await orderList.page(ctx, { paid: "sent" })).rows;
  expect(order).toMatchObject({ code, payment: "awaiting", delivery: null, paidAt: null });
  expect((await findOrder(customer, { slug, code })).paymentSentAt).toEqual(order?.paymentSentAt);
});

test("leaves the shop a day to find the payment before the order expires", async () => {
  const { slug, code } = await placed();
  const elsewhere = await placed();
  await reportPayment(customer, { slug, code });
  const later = (interval: string) =>
    at.system.db.execute(sql`update orders set pay_by = pay_by - ${interval}::interval where true`);
  await later("23 hours");
  await sweepOrders(at.system);
  expect((await findOrder(customer, { slug, code })).payment).toBe("awaiting");
  expect((await findOrder(customer, { slug: elsewhere.slug, code: elsewhere.code })).payment).toBe("expired");
  await later("2 hours");
  await sweepOrders(at.system);
  expect((await findOrder(customer, { slug, code })).payment).toBe("expired");
});

test("takes no report of an order that is over, nor under another shop's address", async () => {
  const { ctx, slug, code } = await placed();
  const elsewhere = await placed();
  await expect(reportPayment(customer, { slug: elsewhere.slug, code })).rejects.toThrow("order");
  await rejectOrder(ctx, { code, reason: "Sold out" });
  await reportPayment(customer, { slug, code });
  expect(await findOrder(customer, { slug, code })).toMatchObject({
    payment: "rejected",
    paymentSentAt: null,
  });
});
