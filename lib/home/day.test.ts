import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { formatMoney } from "#lib/core/money/money";
import { dayOf } from "#lib/core/time/time";
import { addCreditSale, addPurchaseToCreditBook, getUsualDueDay } from "#lib/credit-book/credit-sale";
import { recordCreditPayment } from "#lib/credit-book/record-payment";
import { addHelper } from "#lib/helper/testing/add-helper";
import { getTill } from "#lib/helper/till-report";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { getDay } from "./day.ts";
import { getDayImage, layoutDayCard } from "./day-image.ts";
import { listDayFigures } from "./day-text.ts";
import { insertSale } from "./testing/insert-sale.ts";

const at = await openScene();
const today = dayOf(new Date());
const yesterday = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString();
const sell = (id: number, sale?: Parameters<typeof insertSale>[2]) => insertSale(at.system, id, sale);

const setWallet = (id: number, wallet: number) =>
  runUnguarded(
    at.system.db,
    sql`update wallets set wallet = ${wallet}, funding = -${wallet}::bigint, held = 0, sales = 0 where reseller_id = ${id}`,
  );

test("sums up sales, cash, profit and debts of a day, without guessing a price", async () => {
  const { id, ctx } = await at.reseller();
  const bisi = await addHelper(ctx);
  const [first, second] = [await sell(id), await sell(id, { helperId: bisi.id })];
  const unpriced = await sell(id, { sellingPrice: null });
  await sell(id, { state: "queued" });
  const old = await sell(id, { days: 1 });
  const lend = (ident: string, amount: bigint) =>
    addPurchaseToCreditBook(ctx, { key: randomUUID(), ident, amount });
  await lend(first, 1_300n);
  // The second sale has other goods too, and the third has no selling price.
  await lend(second, 2_000n);
  await lend(unpriced, 1_000n);
  const sale = await lend(old, 700n);
  await addCreditSale(ctx, {
    ...{ key: randomUUID(), phone: "08031230002", what: "Airtime", amount: 5_000n, dueOn: getUsualDueDay() },
  });
  await recordCreditPayment(ctx, { key: randomUUID(), id: sale, amount: 500n });

  const person = { name: expect.any(String), channel: null, online: 0n };
  const earned = { sold: 2, unpriced: 1, sellingPrice: 2_600n, paid: 2_000n, profit: 600n };
  expect(await getDay(ctx, { day: today })).toEqual({
    ...{
      day: today,
      isToday: true,
      delivered: 3,
      earned,
      taken: 0n,
      online: 0n,
      owed: 9_500n,
      forecast: null,
    },
    credit: { onCredit: 2_600n, added: 10_000n, paid: 500n },
    sellers: [
      { ...person, helperId: null, sales: 2, cash: 1_300n, unpriced: 1 },
      { ...person, helperId: bisi.id, sales: 1, cash: 1_300n, unpriced: 0 },
    ],
  });
  expect(await getDay(ctx, { day: yesterday })).toMatchObject({
    ...{ isToday: false, delivered: 1, taken: 600n, owed: null, forecast: null },
    credit: { onCredit: 700n, added: 0n, paid: 0n },
  });
  await expect(getDay(bisi.ctx, { day: today })).rejects.toMatchObject({ code: "not_found" });
});

test("adds up to all deliveries and payments, by person and channel", async () => {
  const { id, ctx } = await at.reseller();
  const bisi = await addHelper(ctx);
  const kinds = ["buyer", "batch", "schedule", "api", "order", "online"] as const;
  const expected: Record<string, number> = {};
  let [online, inProgress] = [0n, 0];
  for (let n = 0; n < 60; n++) {
    const by = kinds[n % kinds.length] ?? "buyer";
    const state = n % 7 === 6 ? "queued" : n % 11 === 10 ? "failed" : "successful";
    const helperId = n % 4 === 1 || by === "batch" ? bisi.id : null;
    const isOrder = by === "order" || by === "online";
    const sellingPrice = n % 5 === 4 && !isOrder ? null : 1_100 + n;
    const ident = await sell(id, { by, state, helperId, sellingPrice });
    const isByPerson = by === "buyer" || by === "batch";
    if (state === "queued" && isByPerson && helperId !== null) inProgress += 1;
    if (state !== "successful") continue;
    const seller = isByPerson ? String(helperId) : isOrder ? "shop" : by;
    expected[seller] = (expected[seller] ?? 0) + 1;
    const isOnCredit = n % 13 === 3 || n === 17;
    if (isOnCredit)
      await addPurchaseToCreditBook(ctx, { key: randomUUID(), ident, amount: n % 2 ? 5_000n : 500n });
    if (by === "online" && !isOnCredit) online += BigInt(sellingPrice ?? 0);
  }
  const view = await getDay(ctx, { day: today });
  const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
  expect(
    Object.fromEntries(view.sellers.map((row) => [row.channel ?? String(row.helperId), row.sales])),
  ).toEqual(expected);
  expect(sum(view.sellers.map(({ sales }) => BigInt(sales)))).toBe(BigInt(view.delivered));
  expect(sum(view.sellers.map(({ unpriced }) => BigInt(unpriced)))).toBe(BigInt(view.earned.unpriced));
  expect(await getTill(bisi.ctx, { day: today })).toMatchObject([
    { helperId: bisi.id, sales: (expected[bisi.id] ?? 0) + inProgress },
  ]);
  expect(inProgress).toBeGreaterThan(0);
  expect(view.online).toBe(online);
  expect(view.credit.onCredit).toBeGreaterThan(0n);
  expect(sum(view.sellers.map(({ cash }) => cash))).toBe(view.taken + online + view.credit.onCredit);
  expect(view.sellers.map(({ name }) => name).slice(-3)).toEqual(["API", "Schedules", "Shop"]);
  const figure = listDayFigures(view).find(({ label }) => label === "Taken");
  expect(figure?.note).toBe(
    `${formatMoney(online)} paid online, ${formatMoney(view.credit.onCredit)} on credit`,
  );
});

test("says how long a short wallet lasts at the usual spending", async () => {
  const { id, ctx } = await at.reseller();
  const forecast = async () => (await getDay(ctx, { day: today })).forecast;
  await setWallet(id, 2_500);
  for (const days of [1, 2]) await sell(id, { days });
  expect(await forecast()).toBeNull();
  await sell(id, { days: 3 });
  const by = Temporal.PlainDate.from(today).add({ days: 2 }).toString();
  expect(await forecast()).toEqual({ days: 2, by, topUp: 50_000n });
  await setWallet(id, 3_000);
  expect(await forecast()).toBeNull();
});

test("draws the same figures as an image, for the reseller alone", async () => {
  const { id, ctx } = await at.reseller();
  await expect(getDayImage(ctx, { day: today })).rejects.toMatchObject({ code: "not_found" });
  await sell(id);
  await sell(id, { sellingPrice: null });
  const card = layoutDayCard(await getDay(ctx, { day: today }), "Ada");
  const texts = card.items.flatMap((item) => (item.kind === "text" && item.text ? [item.text] : []));
  expect(texts.slice(1)).toEqual([
    ...["Ada", "Sold", "2", "Customers pay ₦13", "Taken", "₦13", "Kept", "₦3", "1 sale without a price"],
  ]);
  expect((await getDayImage(ctx, { day: today })).subarray(1, 4).toString()).toBe("PNG");
});
