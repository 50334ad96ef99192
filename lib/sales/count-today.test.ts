import { type SQL, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { formatDecimal } from "#lib/core/money/money";
import { dayOf } from "#lib/core/time/time";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { writeDelivery } from "#lib/purchase/testing/write-delivery";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { aggregateDays } from "./aggregate-days.ts";
import { getDayProfit, getProfit } from "./profit.ts";
import { sumPurchases } from "./purchase-sums.ts";
import { getAdminPurchaseTotals, getPurchaseTotals } from "./purchase-totals.ts";
import { setSellingPrice } from "./set-selling-price.ts";

/** A zone in which it is noon, or up to an hour later: today is half over whenever this runs. */
const hours = 12 - new Date().getUTCHours();
const TIME_ZONE = `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;

let refs = 0;
const at = await openScene({ TIME_ZONE });
const admin = await at.admin();
const [busy, quiet] = [await at.reseller(), await at.reseller()];
beforeEach(async () => {
  await runUnguarded(
    at.system.db,
    sql`truncate report_plans, report_resellers, report_days`,
    sql`delete from purchases`,
  );
  await insertPurchases(busy.id, 1_400, "9 hours", "1 minute");
  await insertPurchases(quiet.id, 9, "9 hours", "1 minute");
});

/** Inserts purchases between two times ago, with different results; some have a selling price. */
function insertPurchases(id: number, count: number, from: string, to: string) {
  refs += 1;
  return runUnguarded(
    at.system.db,
    sql`
    insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, price, cost, selling_price, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by)
    select 'DT' || ${refs}::int || 'T' || n, ${id}, ${refs}::int || 't' || n, 'web', 'affiliate', 1 + n % 3, 1 + n % 2, 'MTN', 'SME',
      '1', 'GB', '30 Days', '+2348031234567', 1000 + n, 900, case when n % 3 > 0 then 1100 + n end, 0, 0,
      (array['successful', 'failed', 'successful'])[1 + n % 3], t.at, t.at, t.at, 'answer'
    from generate_series(1, ${count}::int) n
    cross join lateral (select now() - ${from}::interval + (${from}::interval - ${to}::interval) * n / ${count}::int as at) t`,
  );
}

/** Moves everything into the past by so much time. */
const moveIntoPast = (time: SQL, days: SQL) =>
  runUnguarded(
    at.system.db,
    sql`update purchases set placed_at = placed_at - ${time}, settled_at = settled_at - ${time}`,
    sql`update report_days set day = day - ${days}, until = until - ${time}, counted_at = counted_at - ${time}`,
    ...[sql`report_plans`, sql`report_resellers`].map(
      (table) => sql`update ${table} set day = day - ${days}`,
    ),
  );

/** Compares every sum that is shown with the same from the purchases alone. */
async function expectCorrectSums() {
  for (const { id, ctx } of [busy, quiet]) {
    const [row] = await at.system.db.execute<Record<string, string>>(sql`
      select count(*) as count, count(*) filter (where state = 'successful') as delivered,
        coalesce(sum(price) filter (where state = 'successful'), 0) as sales,
        coalesce(sum(selling_price - price) filter (where state = 'successful'), 0) as profit
      from purchases where reseller_id = ${id}`);
    const of = (name: string) => BigInt(row?.[name] ?? 0);
    const counted = { count: Number(of("count")), delivered: Number(of("delivered")) };
    expect(await getPurchaseTotals(ctx, {})).toMatchObject({ ...counted, spent: of("sales") });
    expect(await getAdminPurchaseTotals(admin, { reseller: id })).toMatchObject({
      ...counted,
      sales: of("sales"),
    });
    expect((await getProfit(ctx, { from: yesterday() })).profit).toBe(of("profit"));
    if ((await notToday()) > 0) continue;
    const today = dayOf(new Date());
    expect((await getDayProfit(ctx, { day: today })).profit).toBe(of("profit"));
    expect((await sumPurchases(ctx, { from: today, to: today, resellerIds: [id] })).sales).toBe(of("sales"));
  }
  const [all] = await at.system.db.execute<Record<string, string>>(sql`
    select count(*) as count, coalesce(sum(price) filter (where state = 'successful'), 0) as sales from purchases where plan_id = 2`);
  expect(await getAdminPurchaseTotals(admin, { plan: 2 })).toMatchObject({
    count: Number(all?.count),
    sales: BigInt(all?.sales ?? 0),
  });
}

const yesterday = () => Temporal.PlainDate.from(dayOf(new Date())).subtract({ days: 1 }).toString();

const notToday = async () => {
  const today = sql`${dayOf(new Date())}::date::timestamp at time zone ${TIME_ZONE}`;
  const [row] = await at.system.db.execute<{ count: number }>(
    sql`select count(*)::int as count from purchases where placed_at < ${today}`,
  );
  return row?.count ?? 0;
};

/** Returns the stored day, and the time up to which it is stored, in seconds since the epoch. */
async function readStoredDay() {
  const [row] = await at.system.db.execute<{ day: string; until: string | null }>(
    sql`select day::text, extract(epoch from until)::text as until from report_days`,
  );
  return row;
}

/** Stores today's sums up to the last hour and a minute. */
async function countUpToLastHour() {
  const over = async () => {
    const [row] = await at.system.db.execute<{ over: string }>(
      sql`select extract(epoch from clock_timestamp() - interval '61 minutes')::text as over`,
    );
    return Number(row?.over);
  };
  const before = await over();
  expect(await aggregateDays(at.system)).toBe(0);
  const [after, row] = [await over(), await readStoredDay()];
  expect(row?.day).toBe(dayOf(new Date()));
  expect(Number(row?.until)).toBeGreaterThanOrEqual(before);
  expect(Number(row?.until)).toBeLessThanOrEqual(after);
  return row;
}

/** Returns the purchase placed so long ago, or the next one. */
async function findPurchase(ago: string) {
  const [row] = await at.system.db.execute<{ id: string; ident: string; price: string }>(sql`
    select id, ident, price from purchases
    where reseller_id = ${busy.id} and state = 'successful' and placed_at > now() - ${ago}::interval order by id limit 1`);
  if (!row) throw new Error(`Nothing was bought ${ago} ago.`);
  return row;
}

test("reads the past hours of a busy day from stored sums, and the last hour from the purchases", async () => {
  await expectCorrectSums();
  await countUpToLastHour();
  await expectCorrectSums();
  await at.system.db.execute(sql`update report_plans set sales = sales + 1000000000`);
  await at.system.db.execute(sql`update report_resellers set sales = sales + 1000000000`);
  expect((await getAdminPurchaseTotals(admin, {})).sales).toBeGreaterThan(1_000_000_000n);
  expect((await getPurchaseTotals(busy.ctx, {})).spent).toBeGreaterThan(1_000_000_000n);
  expect((await getPurchaseTotals(quiet.ctx, {})).spent).toBeLessThan(1_000_000_000n);
});

test("counts new purchases at once, and stores their sums when there are enough", async () => {
  const first = await countUpToLastHour();
  await insertPurchases(busy.id, 900, "50 minutes", "1 second");
  await insertPurchases(quiet.id, 100, "50 minutes", "1 second");
  await expectCorrectSums();
  await aggregateDays(at.system);
  expect(await readStoredDay()).toEqual(first);
  await moveIntoPast(sql`interval '59 minutes'`, sql`0`);
  await expectCorrectSums();
  await countUpToLastHour();
  await expectCorrectSums();
});

test("stores no sums of an hour with an open purchase", async () => {
  await insertPurchases(quiet.id, 1, "2 hours", "2 hours");
  const last = sql`where reseller_id = ${quiet.id} and ident like ${`DT${refs}T%`}`;
  await runUnguarded(
    at.system.db,
    sql`update purchases set state = 'unconfirmed', settled_at = null, settled_by = null ${last}`,
  );
  await aggregateDays(at.system);
  const [open] = await at.system.db.execute<{ placed: string }>(
    sql`select extract(epoch from placed_at)::text as placed from purchases where state = 'unconfirmed'`,
  );
  expect((await readStoredDay())?.until).toBe(open?.placed);
  await expectCorrectSums();
  await runUnguarded(
    at.system.db,
    sql`update purchases set state = 'successful', settled_at = now(), settled_by = 'chain' ${last}`,
  );
  await expectCorrectSums();
});

test("leaves out reversed purchases at once, in the past hours and the last", async () => {
  await aggregateDays(at.system);
  for (const ago of ["10 minutes", "5 hours"]) {
    const { id, ident } = await findPurchase(ago);
    await runUnguarded(at.system.db, writeDelivery(sql`p.id = ${id}`));
    await reverseDeliveredPurchase(admin, { ident, reason: "taken back" });
    await expectCorrectSums();
    await aggregateDays(at.system);
    await expectCorrectSums();
  }
});

test("counts a recorded selling price once, in the past hours and the last", async () => {
  await aggregateDays(at.system);
  for (const [ago, sellingPrice] of [
    ["5 hours", 5_000n],
    ["10 minutes", 6_000n],
  ] as const) {
    await setSellingPrice(busy.ctx, {
      ident: (await findPurchase(ago)).ident,
      sellingPrice: formatDecimal(sellingPrice),
    });
    await expectCorrectSums();
  }
});

test("sums a partly stored day correctly when it is over, and then stores it whole", async () => {
  await aggregateDays(at.system);
  await moveIntoPast(sql`interval '1 day'`, sql`1`);
  await expectCorrectSums();
  expect(await aggregateDays(at.system)).toBe(1);
  expect(await readStoredDay()).toMatchObject({ until: null });
  await expectCorrectSums();
  await setSellingPrice(busy.ctx, {
    ident: (await findPurchase("28 hours")).ident,
    sellingPrice: formatDecimal(7_000n),
  });
  await expectCorrectSums();
});
