import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { getBalance } from "#lib/ledger/wallet";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getPurchaseForm } from "#lib/purchase/place/purchase-form";
import { getBuyerMessage, getHelperMessage } from "#lib/purchase/place/rejection";
import { reviewPurchase } from "#lib/purchase/place/review-purchase";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { ownPurchaseList } from "#lib/purchase/read/own-purchase-list";
import { deliverOrder } from "#lib/shop/order/deliver-order";
import { orderList } from "#lib/shop/order/list-orders";
import { openTestShop, placeTestOrder, settleByDispatcher } from "#lib/shop/testing/test-shop";
import { openScene } from "#lib/testing/open-scene";
import { addHelper } from "./testing/add-helper.ts";

const at = await openScene();
const plan = at.offered();
const sellingPrice = plan.price + 12_345n;
const owner = await at.reseller("affiliate", 9_876_543n);
const bisi = await addHelper(owner.ctx);
const chidi = await addHelper(owner.ctx, { permissions: ["cost"] });
const request = { ...plan, phone: "08031234567", again: true };

const sell = async (ctx: Ctx) =>
  (await placePurchase(ctx, { ...request, ref: randomUUID(), channel: "web", sellingPrice })).purchase.ident;
const readCsv = async (ctx: Ctx) => (await Array.fromAsync(ownPurchaseList.csv(ctx))).join("");

test("keeps price and wallet from a helper, unless the reseller shows them", async () => {
  const [hidden, shown] = [await sell(bisi.ctx), await sell(chidi.ctx)];
  await expect(getBalance(bisi.ctx)).rejects.toMatchObject({ code: "not_found" });
  expect((await getPurchaseForm(bisi.ctx)).wallet).toBeNull();
  expect((await reviewPurchase(bisi.ctx, request)).cost).toBeNull();
  const wallet = 9_876_543n - 2n * plan.price;
  expect((await getPurchaseForm(chidi.ctx)).wallet).toBe(wallet);
  expect((await reviewPurchase(chidi.ctx, request)).cost).toMatchObject({ price: plan.price, wallet });

  const stepsOf = async (ctx: Ctx, ident: string) =>
    (await getPurchase(ctx, { ident })).timeline.map(({ text }) => text).join();
  expect(await stepsOf(bisi.ctx, hidden)).not.toContain(formatMoney(plan.price));
  expect(await stepsOf(chidi.ctx, shown)).toContain(formatMoney(plan.price));

  expect(await readCsv(bisi.ctx)).toContain(formatDecimal(sellingPrice));
  expect(await readCsv(bisi.ctx)).not.toContain(formatDecimal(plan.price));
  expect(await readCsv(chidi.ctx)).toContain(formatDecimal(plan.price));

  const find = async (ctx: Ctx) =>
    (await ownPurchaseList.page(ctx, { q: formatDecimal(plan.price) })).rows.map(({ ident }) => ident);
  expect(await find(bisi.ctx)).toEqual([]);
  expect(await find(chidi.ctx)).toEqual([shown]);
});

test("keeps what an order cost from a helper who handles orders, also in the list's own file", async () => {
  await openTestShop(owner.ctx, "hidden-cost", "50");
  const code = await placeTestOrder(at.system, "hidden-cost");
  const { cost, nextRef, price } = (await orderList.page(owner.ctx, {})).rows[0] ?? {};
  const { ident } = await deliverOrder(owner.ctx, { code, ref: nextRef ?? "", price: cost ?? 0n });
  await settleByDispatcher(at.system, owner.ctx, ident);
  const dayo = await addHelper(owner.ctx, { permissions: ["refund"] });
  const emeka = await addHelper(owner.ctx, { permissions: ["refund", "cost"] });
  const read = async (ctx: Ctx) => ({
    file: (await Array.fromAsync(orderList.csv(ctx, { show: "all" }))).join(""),
    rows: (await orderList.page(ctx, { show: "all" })).rows,
  });
  const [hidden, shown] = [await read(dayo.ctx), await read(emeka.ctx)];
  expect(hidden.file).toContain(`"${formatDecimal(price ?? 0n)}"`);
  expect(hidden.file).not.toContain(`"${formatDecimal(cost ?? 0n)}"`);
  expect(shown.file).toContain(`"${formatDecimal(cost ?? 0n)}"`);
  const asText = (rows: object[]) =>
    JSON.stringify(rows, (_key, value) => (typeof value === "bigint" ? `${value}` : value));
  expect(asText(hidden.rows)).not.toContain(`"${cost}"`);
  expect(asText(shown.rows)).toContain(`"${cost}"`);
});

test("says why a purchase is rejected without the amounts", () => {
  const facts = { missing: 98_765n, limit: 98_765n, spent: 98_765n };
  for (const code of ["insufficient_funds", "negative_wallet", "daily_limit"] as const) {
    const obstacle = { code, facts } as Parameters<typeof getHelperMessage>[0];
    expect(JSON.stringify(getBuyerMessage(obstacle)), code).toContain("987");
    expect(JSON.stringify(getHelperMessage(obstacle)), code).not.toContain("987");
  }
  const duplicate = { code: "duplicate", facts: { ident: "DT1" } } as const;
  expect(getHelperMessage(duplicate)).toEqual(getBuyerMessage(duplicate));
});
