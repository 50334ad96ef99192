import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { formatDecimal } from "#lib/core/money/money";
import { dayOf } from "#lib/core/time/time";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { writeDelivery } from "#lib/purchase/testing/write-delivery";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { aggregateDays, dayLock } from "./aggregate-days.ts";
import { checkPurchases } from "./check-purchases.ts";
import { listSellingPriceGroups } from "./list-selling-price-groups.ts";
import { getDayProfit, getProfit, streamProfitCsv } from "./profit.ts";
import { setSellingPrice } from "./set-selling-price.ts";
import { SellingPricesForm, setSellingPrices } from "./set-selling-prices.ts";

const at = await openScene();
const today = Temporal.PlainDate.from(dayOf(new Date()));
const span = { from: today.subtract({ days: 40 }).toString(), to: today.subtract({ days: 2 }).toString() };
const admin = await at.admin();
const busy = await at.reseller();
const quiet = await at.reseller();
await insertPurchases(busy.id, 700);
await insertPurchases(quiet.id, 60);

/**
 * Inserts purchases at the very ends of past days in Lagos: many on the third and the tenth day, a few on the others.
 * Some failed, and some have no selling price.
 */
async function insertPurchases(id: number, count: number) {
  await runUnguarded(
    at.system.db,
    sql`
    insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, price, cost, selling_price, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by)
    select 'DT' || ${id}::int || 'N' || n, ${id}, 'r' || n, 'web', 'affiliate', 1 + n % 3, 1 + n % 3 / 2, 'MTN', 'SME', '1', 'GB',
      '30 Days', '+2348031234567', 1000 + n, 900, case when n % 3 > 0 then 1100 + n * (n % 5) end, 0, 0, s.state, t.at, t.at, t.at, 'answer'
    from generate_series(1, ${count}::int) n
    cross join lateral (select (array['successful', 'failed', 'successful', 'successful'])[1 + n % 4] as state) s
    cross join lateral (select (${span.to}::date + 1 - case when n % 3 = 0 then 1 + n % 39 else 3 + n % 2 * 7 end * interval '1 day'
      + (array[interval '0', interval '23:59:59.9', interval '12:00'])[1 + n / 2 % 3]) at time zone 'Africa/Lagos' as at) t
    order by t.at, n`,
  );
}

type EarningRow = Record<
  "day" | "planId" | "networkId" | "sold" | "selling_price" | "paid" | "unpriced",
  string
>;

/** Computes a reseller's profit from the purchases alone: those delivered and not reversed. */
async function computeProfit(id: number) {
  const rows = await at.system.db.execute<EarningRow>(sql`
    select (p.placed_at + interval '1 hour')::date::text as day, p.plan_id as "planId", p.network_id as "networkId",
      count(p.selling_price) as sold, coalesce(sum(p.selling_price), 0) as selling_price,
      coalesce(sum(p.price) filter (where p.selling_price is not null), 0) as paid, count(*) - count(p.selling_price) as unpriced
    from purchases p where p.reseller_id = ${id} and p.state = 'successful'
      and (p.placed_at at time zone 'UTC' + interval '1 hour')::date between ${span.from} and ${span.to}
    group by 1, 2, 3`);
  return (which: (row: EarningRow) => boolean) => {
    const add = (name: "sold" | "selling_price" | "paid" | "unpriced") =>
      rows.filter(which).reduce((total, row) => total + BigInt(row[name]), 0n);
    const [sellingPrice, paid] = [add("selling_price"), add("paid")];
    return {
      sold: Number(add("sold")),
      unpriced: Number(add("unpriced")),
      sellingPrice,
      paid,
      profit: sellingPrice - paid,
    };
  };
}

async function expectCorrectProfit() {
  for (const { id, ctx } of [busy, quiet]) {
    const earned = await computeProfit(id);
    const { days, networks, plans, from, to, ...total } = await getProfit(ctx, span);
    expect({ from, to }).toEqual(span);
    expect(total).toEqual(earned(() => true));
    expect(days).toHaveLength(39);
    for (const { day, ...of } of days)
      expect({ day, ...of }).toEqual({ day, ...earned((row) => row.day === day) });
    for (const { networkId, networkName, ...of } of networks)
      expect(of).toEqual(earned((row) => Number(row.networkId) === networkId));
    for (const { planId, networkName, label, ...of } of plans)
      expect(of).toEqual(earned((row) => Number(row.planId) === planId));
    expect(plans.reduce((sum, plan) => sum + plan.profit, 0n)).toBe(total.profit);
    expect(networks.reduce((sum, network) => sum + network.profit, 0n)).toBe(total.profit);
    for (const day of [span.from, span.to])
      expect(await getDayProfit(ctx, { day })).toEqual(earned((row) => row.day === day));
  }
}

async function findDelivered(id: number, nth: number): Promise<string> {
  const rows = await at.system.db.execute<{ ident: string }>(sql`
    select ident from purchases where reseller_id = ${id} and state = 'successful' order by id`);
  return rows[nth % rows.length]?.ident ?? "";
}

/** Reverses a delivered purchase, after posting its settlement to the ledger. */
async function reverseDelivered(id: number, nth: number) {
  const ident = await findDelivered(id, nth);
  await runUnguarded(at.system.db, writeDelivery(sql`p.ident = ${ident}`));
  await reverseDeliveredPurchase(admin, { ident, reason: "taken back" });
}

/** Moves recent reversals hours into the past, and sums every day again. */
async function moveReversalsIntoPast() {
  await at.system.db.execute(
    sql`update purchases set reversed_at = reversed_at - interval '2 hours' where reversed_at is not null`,
  );
  await at.system.db.execute(sql`update report_days set counted_at = '2000-01-01'`);
  await aggregateDays(at.system);
}

test("counts delivered purchases that aren't reversed, whatever is recorded, reversed and summed meanwhile", async () => {
  await expectCorrectProfit();
  const act = fc.oneof(
    fc.constant(() => aggregateDays(at.system)),
    fc.constant(moveReversalsIntoPast),
    fc.nat(1_000).map((nth) => () => reverseDelivered(busy.id, nth)),
    fc.tuple(fc.nat(1_000), fc.option(fc.bigInt(1n, 15_000n))).map(
      ([nth, sellingPrice]) =>
        async () =>
          setSellingPrice(busy.ctx, {
            ident: await findDelivered(busy.id, nth),
            sellingPrice: sellingPrice === null ? "" : formatDecimal(sellingPrice),
          }),
    ),
    fc
      .array(fc.tuple(fc.nat(1_000), fc.option(fc.bigInt(1n, 15_000n))), { minLength: 1, maxLength: 4 })
      .map((changes) => async () => {
        const groups = await listSellingPriceGroups(busy.ctx, span);
        const prices = changes.flatMap(([nth, sellingPrice]) => {
          const group = groups[nth % groups.length];
          if (!group) return [];
          const { planId, sellingPrice: before } = group;
          return [{ planId, before, sellingPrice: sellingPrice === null ? "" : formatDecimal(sellingPrice) }];
        });
        return setSellingPrices(busy.ctx, { ...span, prices });
      }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 8 }), async (acts) => {
      for (const act of acts) {
        await act();
        await expectCorrectProfit();
      }
    }),
    { numRuns: 3 },
  );
});

test("reads busy past days from their stored sums", async () => {
  await moveReversalsIntoPast();
  const before = await getProfit(busy.ctx, span);
  await at.system.db.execute(sql`update report_resellers set selling_price = selling_price + 1000000`);
  const after = await getProfit(busy.ctx, span);
  await at.system.db.execute(sql`update report_resellers set selling_price = selling_price - 1000000`);
  expect(after.days.filter((day, n) => day.sellingPrice !== before.days[n]?.sellingPrice)).toHaveLength(2);
  await at.system.db.execute(sql`update report_days set counted_at = '2000-01-01'`);
  await at.system.db.execute(sql`update report_resellers set sold = 0, paid = 0, selling_price = 0`);
  await expectCorrectProfit();
  expect(await aggregateDays(at.system)).toBeGreaterThan(30);
  await expectCorrectProfit();
});

test("counts a selling price once when it is recorded while its day is summed", async () => {
  const ident = await findDelivered(busy.id, 7);
  await at.system.db.execute(sql`update report_days set counted_at = '2000-01-01'`);
  let noted: Promise<unknown> | undefined;
  await at.system.db.transaction(async (tx) => {
    await aggregateDays({ ...at.system, db: tx });
    noted = setSellingPrice(busy.ctx, { ident, sellingPrice: "11.11" });
    await waitForLocks(at.system, 1);
  });
  await noted;
  await expectCorrectProfit();

  await at.system.db.execute(sql`update report_days set counted_at = '2000-01-01'`);
  let counted: Promise<unknown> | undefined;
  await at.system.db.transaction(async (tx) => {
    await setSellingPrice({ ...busy.ctx, db: tx }, { ident, sellingPrice: "22.22" });
    counted = aggregateDays(at.system);
    await waitForLocks(at.system, 1);
  });
  await counted;
  await expectCorrectProfit();
});

test("waits with selling prices for the sums of a day of which a purchase is delivered meanwhile", async () => {
  const { id, ctx } = await at.reseller();
  const yesterday = today.subtract({ days: 1 }).toString();
  await runUnguarded(
    at.system.db,
    sql`
    insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, price, cost, wallet_before, wallet_after, state, placed_at, deadline_at)
    select 'DT' || ${id}::int || 'W', ${id}, 'w', 'web', 'affiliate', 1, 1, 'MTN', 'SME', '1', 'GB', '30 Days',
      '+2348031234567', 1000, 900, 0, 0, 'unconfirmed', noon, noon
    from (select (${yesterday}::date + time '12:00') at time zone 'Africa/Lagos' as noon) t`,
  );
  const price = { planId: 1, before: null, sellingPrice: "12" };
  const find = sql`reseller_id = ${id}`;
  let noted: Promise<unknown> | undefined;
  await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${dayLock(sql`${yesterday}::date`)})`);
    noted = setSellingPrices(ctx, { from: yesterday, to: yesterday, prices: [price] });
    await waitForLocks(at.system, 1);
    await runUnguarded(
      at.system.db,
      sql`update purchases set state = 'successful', settled_at = placed_at, settled_by = 'answer' where ${find}`,
    );
  });
  expect(await noted).toBe(1);
  await runUnguarded(at.system.db, sql`delete from purchases where ${find}`);
});

test("is checked against the purchases, as are all stored sums", async () => {
  await moveReversalsIntoPast();
  const findSums = async () =>
    (await checkPurchases(at.system)).findings.filter((finding) => finding.includes("stored"));
  expect(await findSums()).toEqual([]);
  const [ident, other] = (
    await at.system.db.execute<{ ident: string }>(sql`
      select p.ident
      from purchases p
      join report_resellers r on r.reseller_id = p.reseller_id and r.plan_id = 0
        and r.day = (p.placed_at at time zone 'Africa/Lagos')::date
      where p.reseller_id = ${busy.id} and p.state = 'successful'
      order by p.id
      limit 2`)
  ).map(({ ident }) => ident);
  const change = (by: number) =>
    runUnguarded(
      at.system.db,
      sql`update purchases set selling_price = coalesce(selling_price, 0) + ${by} where ident = ${ident}`,
      sql`update purchases set price = price + ${by} where ident = ${other}`,
    );
  await change(1);
  expect(await findSums()).toEqual([
    expect.stringMatching(/^[12] days whose stored sums/),
    expect.stringMatching(/^[12] days whose stored profit/),
  ]);
  await at.system.db.execute(sql`update report_days set counted_at = '2000-01-01'`);
  await aggregateDays(at.system);
  expect(await findSums()).toEqual([]);
});

test("accepts plausible selling prices, and only for the reseller's purchases", async () => {
  const ident = await findDelivered(busy.id, 3);
  const note = (ctx: Ctx, sellingPrice: string) => setSellingPrice(ctx, { ident, sellingPrice });
  await expect(note(quiet.ctx, "12")).rejects.toMatchObject({ code: "not_found" });
  await expect(note(admin, "12")).rejects.toMatchObject({ code: "not_found" });
  for (const sellingPrice of ["0", "-5", "abc", "1,0", "1000000000"])
    await expect(note(busy.ctx, sellingPrice)).rejects.toThrow();
  await expect(note(busy.ctx, "900,000")).rejects.toMatchObject({
    fields: { sellingPrice: [expect.stringContaining("20 times")] },
  });
  const before = await getProfit(busy.ctx, span);
  await setSellingPrices(quiet.ctx, { ...span, prices: [{ planId: 1, before: null, sellingPrice: "12" }] });
  expect(await getProfit(busy.ctx, span)).toEqual(before);
});

test("corrects wrong selling prices of many purchases at once, all or nothing, but none of a shop order", async () => {
  const { id, ctx } = await at.reseller();
  await runUnguarded(
    at.system.db,
    sql`
    insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, price, cost, selling_price, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by)
    select 'DT' || ${id}::int || 'C' || n, ${id}, 'c' || n, channel, 'affiliate', plan, 1, 'MTN', 'SME', '1', 'GB', '30 Days',
      '+2348031234567', 1000, 900, selling_price, 0, 0, 'successful', now(), now(), now(), 'answer'
    from (values (1, 'web', 1, 100), (2, 'web', 1, 100), (3, 'web', 1, 1200), (4, 'web', 1, null), (5, 'web', 2, 100),
      (6, 'shop', 1, 100)) sale (n, channel, plan, selling_price)`,
  );
  const [today] = (await getProfit(ctx, {})).days.slice(-1);
  const days = { from: today?.day ?? "", to: today?.day ?? "" };
  const list = async () =>
    (await listSellingPriceGroups(ctx, days)).map(({ planId, sellingPrice, count }) => [
      planId,
      sellingPrice,
      count,
    ]);
  expect(await list()).toEqual([
    [1, null, 1],
    [1, 100n, 2],
    [2, 100n, 1],
    [1, 1_200n, 1],
  ]);
  const wrong = { planId: 1, before: 100n };
  await expect(
    setSellingPrices(ctx, {
      ...days,
      prices: [
        { ...wrong, sellingPrice: "12" },
        { planId: 2, before: 100n, sellingPrice: "900000" },
      ],
    }),
  ).rejects.toMatchObject({ fields: { "price-2-100": [expect.stringContaining("20 times")] } });
  expect(await list()).toContainEqual([1, 100n, 2]);
  const form = {
    ...days,
    "price-1-100": "12",
    "price-1-none": "",
    "price-2-100": "1.00",
    "price-1-1200": "12",
  };
  expect(await setSellingPrices(ctx, SellingPricesForm.parse(form))).toBe(2);
  expect(await list()).toEqual([
    [1, null, 1],
    [2, 100n, 1],
    [1, 1_200n, 3],
  ]);
  expect(SellingPricesForm.safeParse({ ...form, "price-1-none": "x" }).error?.issues).toMatchObject([
    { path: ["price-1-none"] },
  ]);
  const { profit, sold, unpriced } = await getProfit(ctx, days);
  expect({ profit, sold, unpriced }).toEqual({ profit: 3n * 200n - 2n * 900n, sold: 5, unpriced: 1 });
});

test("counts today's purchases in today and this month, and exports the same figures", async () => {
  const { id, ctx } = await at.reseller();
  await runUnguarded(
    at.system.db,
    sql`
    insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, price, cost, selling_price, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by)
    select 'DT' || ${id}::int || 'T' || n, ${id}, 't' || n, 'web', 'affiliate', 999999, 1, 'MTN', 'SME', '1', 'GB', '30 Days',
      '+2348031234567', 1000, 900, case when n = 1 then 1250 end, 0, 0, 'successful', now(), now(), now(), 'answer'
    from generate_series(1, 2) n`,
  );
  const earned = { sold: 1, unpriced: 1, sellingPrice: 1_250n, paid: 1_000n, profit: 250n };
  expect(await getDayProfit(ctx, { day: dayOf(new Date()) })).toEqual(earned);
  expect(await getProfit(ctx, {})).toMatchObject(earned);
  const file = await Array.fromAsync(await streamProfitCsv(ctx, {}));
  const [head, line, end] = file.join("").split("\r\n");
  expect(head).toBe(
    '"day","network","plan","type","validity","sold","customers paid","you paid","profit","without selling price"',
  );
  expect(line).toMatch(/^"\d{4}-\d\d-\d\d","[^"]+","Plan 999999","","","1","12.50","10.00","2.50","1"$/);
  expect(end).toBe("");
});

test("asks once before it records a sale at a loss, of one purchase or of many", async () => {
  const { id, ctx } = await at.reseller();
  const ident = `DT${id}L1`;
  await runUnguarded(
    at.system.db,
    sql`
    insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, price, cost, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by)
    values (${ident}, ${id}, 'l1', 'web', 'affiliate', 1, 1, 'MTN', 'SME', '1', 'GB', '30 Days', '+2348031234567', 1000, 900,
      0, 0, 'successful', now(), now(), now(), 'answer')`,
  );
  const [today] = (await getProfit(ctx, {})).days.slice(-1);
  const days = { from: today?.day ?? "", to: today?.day ?? "" };
  const record = (sellingPrice: string, warned: string) =>
    setSellingPrice(ctx, { ident, sellingPrice, warned });
  const correct = (before: bigint, warned: string) =>
    setSellingPrices(ctx, { ...days, prices: [{ planId: 1, before, sellingPrice: "9.98", warned }] });
  const question = [expect.stringContaining("less than you paid")];
  await expect(record("9.99", "")).rejects.toMatchObject({ fields: { sellingPrice: question } });
  await expect(record("9.99", "9.98")).rejects.toMatchObject({ fields: { sellingPrice: question } });
  await record("10", "");
  await record("9.99", "9.99");
  await expect(correct(999n, "")).rejects.toMatchObject({ fields: { "price-1-999": question } });
  expect(await correct(999n, "9.98")).toBe(1);
});
