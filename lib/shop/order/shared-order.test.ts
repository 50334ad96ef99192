import { expect, test } from "vitest";
import { formatDecimal } from "#lib/core/money/money";
import { createStatusCode } from "#lib/core/text/status-code";
import { createVisitor, openTestShop, placeTestOrder } from "#lib/shop/testing/test-shop";
import { openScene } from "#lib/testing/open-scene";
import { findOrder } from "./find-order.ts";
import { rejectOrder } from "./reject-order.ts";
import { findSharedOrder } from "./shared-order.ts";

const at = await openScene();
const visitor = createVisitor(at.system);

async function ordered(slug: string) {
  const owner = await at.reseller();
  await openTestShop(owner.ctx, slug);
  const code = await placeTestOrder(at.system, slug, { name: "Zainab Sani" });
  const { reference, price } = await findOrder(visitor, { slug, code });
  return { owner, slug, code, price, status: createStatusCode({ reference, code }) };
}

test("shows the status of an order, and nothing that its customer or the shop alone may know", async () => {
  const { owner, slug, code, price, status } = await ordered("shared");
  const order = await findSharedOrder(visitor, { slug, status });
  expect(order).toMatchObject({
    payment: "awaiting",
    phone: "0803 ••• 4321",
    shop: { slug },
    delivery: null,
  });
  const text = JSON.stringify(order);
  for (const secret of [code, formatDecimal(price), "7654321", "Zainab", "Allen", "08031234567"])
    expect(text).not.toContain(secret);
  await rejectOrder(owner.ctx, { code, reason: "a word to the customer" });
  const rejected = await findSharedOrder(visitor, { slug, status });
  expect(rejected).toMatchObject({ payment: "rejected" });
  expect(rejected.tag).not.toBe(order.tag);
  expect(JSON.stringify(rejected)).not.toContain("a word to");
});

test("doesn't find an order by its reference alone, by its code or in another shop", async () => {
  const [one, other] = [await ordered("shared-one"), await ordered("shared-other")];
  const [reference = ""] = one.status.split("-");
  for (const { slug, status } of [
    { slug: one.slug, status: reference },
    { slug: one.slug, status: one.code },
    { slug: one.slug, status: `${reference}-${"0".repeat(26)}` },
    { slug: one.slug, status: `${reference}-${one.code}000000` },
    { slug: one.slug, status: other.status },
    { slug: other.slug, status: one.status },
  ])
    await expect(findSharedOrder(visitor, { slug, status })).rejects.toMatchObject({ code: "not_found" });
  expect((await findSharedOrder(visitor, one)).shop.slug).toBe(one.slug);
});
