import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { formatDecimal } from "#lib/core/money/money";
import { getCreditAccount, getCreditTotals } from "#lib/credit-book/credit-account";
import { creditSaleList, debtorList } from "#lib/credit-book/credit-lists";
import {
  addCreditSale,
  addPurchaseToCreditBook,
  changeCreditSale,
  undoCreditSale,
} from "#lib/credit-book/credit-sale";
import { recordCreditPayment, undoCreditPayment } from "#lib/credit-book/record-payment";
import { changeCustomer, removeCustomer, saveCustomer } from "#lib/customer/customer";
import { checkImport, createImport, readCustomerFile, saveImport } from "#lib/customer/customer-import";
import { customerList } from "#lib/customer/customer-list";
import { findCustomerByPhone, getCustomer } from "#lib/customer/customer-view";
import { findCustomers, getCustomerNames } from "#lib/customer/find-customers";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { findOwnDeliveryIssue } from "#lib/issue/delivery-issue-view";
import { addDeliveryIssueMessage, openDeliveryIssue } from "#lib/issue/open-delivery-issue";
import { replyToDeliveryIssue } from "#lib/issue/reply-to-delivery-issue";
import { getBalance } from "#lib/ledger/wallet";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { getBuyingHabits } from "#lib/regular/buying-habits";
import { createRenewalBatch } from "#lib/regular/create-renewal-batch";
import { countDue, dueList } from "#lib/regular/due-list";
import { renewPurchase } from "#lib/regular/renew-purchase";
import { getDayProfit, getOtherEarnings, getProfit, streamProfitCsv } from "#lib/sales/profit";
import { setSellingPrices } from "#lib/sales/set-selling-prices";
import { deliverOrder } from "#lib/shop/order/deliver-order";
import { orderList } from "#lib/shop/order/list-orders";
import { refundOrder } from "#lib/shop/order/refund-order";
import { rejectOrder } from "#lib/shop/order/reject-order";
import { openTestShop, placeTestOrder, settleByDispatcher } from "#lib/shop/testing/test-shop";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { addHelper } from "./testing/add-helper.ts";

const at = await openScene();
const plan = at.offered();
const { price } = plan;
let owner: { id: number; ctx: Ctx };
let phones = 0;

beforeEach(async () => {
  owner = await at.reseller();
});

const nextPhone = () => `+234806${String(1_000_000 + phones++)}`;
const dueOn = Temporal.Now.plainDateISO().add({ days: 3 }).toString();

/** Sells and delivers a bundle. */
async function sell(ctx: Ctx, phone = nextPhone()) {
  const request = { ...plan, ref: randomUUID(), phone, channel: "web", again: true } as const;
  const { purchase } = await placePurchase(ctx, { ...request, sellingPrice: price + 5_000n });
  const dispatcher = runDispatcher(at.system, at.url);
  try {
    return await waitUntilSettled(owner.ctx, purchase.ident, TEST_TIMEOUT_MS);
  } finally {
    await dispatcher.stop();
  }
}

/** Expects that each is rejected, also one that throws before there is a promise. */
async function expectDenials(works: readonly (() => unknown)[]) {
  for (const work of works)
    await expect((async () => work())(), String(work)).rejects.toMatchObject({ code: "not_found" });
}

test("customers, due soon and the credit book are open to a helper with the permission alone", async () => {
  const [bisi, chidi] = [
    await addHelper(owner.ctx, { permissions: ["cost", "cancel", "batches", "profit"] }),
    await addHelper(owner.ctx, { permissions: ["customers"] }),
  ];
  const phone = nextPhone();
  const { id } = await saveCustomer(owner.ctx, { phone, name: "Ada" });
  const sale = { key: randomUUID(), phone, name: "Ada", what: "Airtime", amount: "500", dueOn };
  const saleId = await addCreditSale(owner.ctx, sale);
  const { ident } = await sell(owner.ctx, phone);
  const works = (ctx: Ctx, key: string) => [
    () => customerList.page(ctx, {}),
    () => getCustomer(ctx, { id }),
    () => findCustomerByPhone(ctx, phone),
    () => findCustomers(ctx, { q: "Ada" }),
    () => getCustomerNames(ctx, [{ phoneE164: phone }]),
    () => saveCustomer(ctx, { phone, name: "Ada" }),
    () => changeCustomer(ctx, { id, phone, name: "Ada", note: "regular" }),
    () => readCustomerFile(ctx, "08031234567, Zainab"),
    () => createImport(ctx, { key, lines: [{ number: "08031234567", name: "Zainab", note: "", plan: "" }] }),
    () => getBuyingHabits(ctx, { phone }),
    () => dueList.page(ctx, {}),
    () => countDue(ctx, { most: 10 }),
    () => addCreditSale(ctx, { ...sale, key }),
    () => changeCreditSale(ctx, { id: saleId, what: "Airtime", amount: "600", dueOn }),
    () => getCreditAccount(ctx, { id: saleId }),
    () => getCreditTotals(ctx, { phone }),
    () => creditSaleList.page(ctx, {}),
    () => debtorList.page(ctx, {}),
    () => recordCreditPayment(ctx, { key, id: saleId, amount: "100" }),
    () => undoCreditPayment(ctx, { key }),
    () => undoCreditSale(ctx, { id: saleId }),
    () => removeCustomer(ctx, { id }),
  ];
  await expectDenials([
    ...works(bisi.ctx, randomUUID()),
    () => checkImport(bisi.ctx, { id: 1 }),
    () => saveImport(bisi.ctx, { id: 1 }),
    () => addPurchaseToCreditBook(bisi.ctx, { key: randomUUID(), ident, amount: "500" }),
    () => renewPurchase(bisi.ctx, { ref: randomUUID(), ident, price: String(price) }),
    () => createRenewalBatch(bisi.ctx, { key: randomUUID(), all: "yes" }),
  ]);
  expect(await getCustomer(owner.ctx, { id })).toMatchObject({ note: "" });
  for (const work of works(chidi.ctx, randomUUID())) await work();
  expect((await customerList.page(owner.ctx, {})).rows).toEqual([]);

  // Putting a purchase in the book needs one of their own; a batch needs its permission.
  await expectDenials([
    () => addPurchaseToCreditBook(chidi.ctx, { key: randomUUID(), ident, amount: "500" }),
    () => createRenewalBatch(chidi.ctx, { key: randomUUID(), all: "yes" }),
  ]);
  const sold = await sell(chidi.ctx);
  await addPurchaseToCreditBook(chidi.ctx, { key: randomUUID(), ident: sold.ident, amount: "500" });
  expect((await getBalance(chidi.ctx)).wallet).toBe((await getBalance(owner.ctx)).wallet);
});

test("a helper reports a delivery issue of their own sale alone, under their name, and reads the reply", async () => {
  const [bisi, chidi] = [await addHelper(owner.ctx), await addHelper(owner.ctx)];
  const stranger = await addHelper((await at.reseller()).ctx);
  const [{ ident }, own] = [await sell(bisi.ctx), await sell(owner.ctx)];
  const report = { ident, symptom: "nothing", details: "She looked twice." } as const;
  await expectDenials([
    () => openDeliveryIssue(chidi.ctx, report),
    () => openDeliveryIssue(stranger.ctx, report),
    () => openDeliveryIssue(bisi.ctx, { ...report, ident: own.ident }),
  ]);
  await openDeliveryIssue(bisi.ctx, report);
  const message = { ident, details: "She looked again." };
  await expectDenials([
    () => addDeliveryIssueMessage(chidi.ctx, message),
    () => addDeliveryIssueMessage(stranger.ctx, message),
  ]);
  for (const ctx of [chidi.ctx, stranger.ctx]) expect(await findOwnDeliveryIssue(ctx, ident)).toBeUndefined();
  await replyToDeliveryIssue(await at.admin(), {
    ...{ ident, version: 0, answer: "customer", text: "Does she have data?", reason: "ticket 4411" },
  });
  await addDeliveryIssueMessage(bisi.ctx, message);
  await addDeliveryIssueMessage(owner.ctx, { ident, details: "I saw it too." });
  const seller = (await getPurchase(owner.ctx, { ident })).soldBy;
  expect(seller).toMatch(/^Helper /);
  const authors = async (ctx: Ctx) => (await findOwnDeliveryIssue(ctx, ident))?.messages.map(({ by }) => by);
  expect(await findOwnDeliveryIssue(bisi.ctx, ident)).toMatchObject({
    state: "admin",
    messages: [
      { text: "She looked twice." },
      { text: "Does she have data?" },
      { text: "She looked again." },
      { text: "I saw it too." },
    ],
  });
  expect(await authors(owner.ctx)).toEqual([seller, null, seller, null]);
  expect(await authors(bisi.ctx)).toEqual([null, null, null, expect.stringMatching(/^Reseller/)]);
});

test("a helper with the permission refunds an order that wasn't delivered, as themselves", async () => {
  const [bisi, chidi] = [
    await addHelper(owner.ctx, { permissions: ["cost", "cancel", "batches", "customers", "profit"] }),
    await addHelper(owner.ctx, { permissions: ["refund"] }),
  ];
  const stranger = await addHelper((await at.reseller()).ctx, { permissions: ["refund"] });
  const slug = `refunds-${owner.id}`;
  await openTestShop(owner.ctx, slug);
  await at.sandbox.order("fail", { phone: "08030001002" });
  const code = await placeTestOrder(owner.ctx, slug, { phone: "0803 000 1002" });
  expect((await orderList.page(chidi.ctx, {})).rows).toMatchObject([{ code, cost: null }]);
  const [order] = (await orderList.page(owner.ctx, {})).rows;
  const tap = { code, ref: order?.nextRef ?? "", price: String(order?.cost) };
  await expectDenials([
    () => deliverOrder(chidi.ctx, tap),
    () => rejectOrder(chidi.ctx, { code, reason: "no" }),
  ]);
  const { ident } = await deliverOrder(owner.ctx, tap);
  await settleByDispatcher(at.system, owner.ctx, ident);
  await expectDenials([
    () => orderList.page(bisi.ctx, {}),
    () => refundOrder(bisi.ctx, { code }),
    () => refundOrder(stranger.ctx, { code }),
  ]);
  await refundOrder(chidi.ctx, { code, reason: "The network was down." });
  expect((await orderList.page(owner.ctx, { show: "all" })).rows).toMatchObject([
    { code, payment: "refunded" },
  ]);
  const audits = await at.system.db.execute(sql`
    select actor from audit where action = 'order.refunded' and reseller_id = ${owner.id}`);
  expect(audits).toEqual([{ actor: `helper:${chidi.id}` }]);
  await expect(refundOrder(chidi.ctx, { code })).rejects.toMatchObject({ code: "conflict" });
});

test("a helper renews what another sold, in their own name and within their limit", async () => {
  const [bisi, stranger] = [
    await addHelper(owner.ctx, { permissions: ["customers"], dailyLimit: price }),
    await addHelper((await at.reseller()).ctx, { permissions: ["customers"] }),
  ];
  const [first, second] = [await sell(owner.ctx), await sell(owner.ctx)];
  // Longer ago than a duplicate.
  await at.system.db.execute(sql`
    update purchases set placed_at = placed_at - interval '2 days' where reseller_id = ${owner.id}`);
  const renew = (ctx: Ctx, ident: string) =>
    renewPurchase(ctx, { ref: randomUUID(), ident, price: String(price) });
  await expectDenials([() => renew(stranger.ctx, first.ident)]);
  expect(await renew(bisi.ctx, first.ident)).toMatchObject({ price });
  await expect(renew(bisi.ctx, second.ident)).rejects.toMatchObject({ code: "daily_limit" });
});

test("profit is open to a helper with the permission alone, and they set no prices", async () => {
  const [bisi, chidi] = [
    await addHelper(owner.ctx, { permissions: ["cost", "cancel", "batches", "customers"] }),
    await addHelper(owner.ctx, { permissions: ["profit"] }),
  ];
  await sell(owner.ctx);
  const days = { from: "2026-01-01", to: "2026-01-31" };
  await expectDenials([
    () => getProfit(bisi.ctx, {}),
    () => streamProfitCsv(bisi.ctx, {}),
    () => getOtherEarnings(bisi.ctx, days),
    () => getDayProfit(chidi.ctx, { day: "2026-01-01" }),
    () => setSellingPrices(chidi.ctx, { ...days, prices: {} } as never),
  ]);
  expect(await getProfit(chidi.ctx, {})).toEqual(await getProfit(owner.ctx, {}));
  expect((await Array.fromAsync(await streamProfitCsv(chidi.ctx, {}))).join("")).toContain(
    formatDecimal(5_000n),
  );
  expect(await getOtherEarnings(chidi.ctx, days)).toEqual({ referrals: 0n, upgrades: 0n });
});
