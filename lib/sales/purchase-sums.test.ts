import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { dayOf, startOfDay } from "#lib/core/time/time";
import type { PurchaseFilter } from "#lib/purchase/read/purchase-filter";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { writeDelivery } from "#lib/purchase/testing/write-delivery";
import { openScene } from "#lib/testing/open-scene";
import { rejectRow } from "#lib/testing/reject-row";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { aggregateDays } from "./aggregate-days.ts";
import { sumPurchases, sumPurchasesByDay } from "./purchase-sums.ts";
import { getAdminPurchaseTotals, getPurchaseTotals } from "./purchase-totals.ts";
import { getResellerVolumes } from "./reseller-volumes.ts";

const at = await openScene();
const admin = await at.admin();
beforeAll(async () => {
  const { id } = await at.reseller();
  await runUnguarded(
    at.system.db,
    sql`
    insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, price, cost, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by)
    select 'DT' || n, ${id}, 'r' || n, 'api', 'affiliate', 1 + n % 3, 1 + n % 2, 'MTN', 'SME', '1', 'GB', '30 Days',
      '+2348031234567', 1000 + n, 900, 0, 0, s.state, now() - n * interval '7 hours', now(),
      case when s.state not in ('queued', 'unconfirmed') then now() - n * interval '7 hours' end,
      case s.state when 'queued' then null when 'unconfirmed' then null else (array['answer', 'cancelled'])[1 + n / 6 % 2] end
    from generate_series(0, 59) n
    cross join lateral (select (array['successful', 'successful', 'failed', 'successful', 'queued', 'unconfirmed'])[1 + n % 6] as state) s`,
  );
});

beforeEach(async () => {
  for (const table of ["report_plans", "report_resellers", "report_days"])
    await at.system.db.execute(sql`delete from ${sql.identifier(table)}`);
});

const settleAll = () =>
  runUnguarded(
    at.system.db,
    sql`update purchases set state = 'failed', settled_at = now(), settled_by = 'chain' where settled_at is null`,
    // For an hour after a reversal, its day is stored again.
    sql`update purchases set reversed_at = reversed_at - interval '1 day' where reversed_at is not null`,
  );

/** Computes the same sums from the purchases alone. */
async function sumFromPurchases(condition = sql`true`) {
  const [row] = await at.system.db.execute<Record<string, string>>(sql`
    select count(*) as count, count(*) filter (where state = 'successful') as delivered,
      coalesce(sum(price) filter (where state = 'successful'), 0) as sales,
      coalesce(sum(price - cost) filter (where state = 'successful'), 0) as margin,
      coalesce(sum(price) filter (where settled_at is null), 0) as held
    from purchases where ${condition}`);
  const { count, delivered, sales, margin, held } = row ?? {};
  return {
    count: Number(count),
    delivered: Number(delivered),
    sales: BigInt(sales ?? 0),
    margin: BigInt(margin ?? 0),
    held: BigInt(held ?? 0),
  };
}

const CASES: [PurchaseFilter, ReturnType<typeof sql>][] = [
  [{}, sql`true`],
  [{ network: 1 }, sql`network_id = 1`],
  [{ plan: 2 }, sql`plan_id = 2`],
  [
    { plan: 2, network: 2, state: "successful" },
    sql`plan_id = 2 and network_id = 2 and state = 'successful'`,
  ],
  [{ state: "failed" }, sql`ending = 'failed'`],
  [{ state: "cancelled" }, sql`ending = 'cancelled'`],
  [{ state: "open" }, sql`state = 'queued'`],
  [{ state: "unconfirmed" }, sql`state = 'unconfirmed'`],
  [{ from: "2000-01-01", to: "2100-01-01" }, sql`true`],
];

async function expectCorrectSums() {
  for (const [filter, condition] of CASES)
    expect(await getAdminPurchaseTotals(admin, filter)).toMatchObject(await sumFromPurchases(condition));
}
const listStoredDays = async () =>
  (await at.system.db.execute(sql`select day::text, open, counted_at from report_days order by day`)).map(
    (row) => ({
      ...row,
    }),
  );

test("returns the same totals before and after days are stored", async () => {
  await expectCorrectSums();
  expect(await aggregateDays(at.system)).toBeGreaterThan(10);
  await expectCorrectSums();
  const days = await sumPurchasesByDay(admin, {});
  expect(days.reduce((count, { delivered }) => count + delivered, 0)).toBe(
    (await sumFromPurchases()).delivered,
  );
  expect(days.at(-1)?.day).toBe(dayOf(new Date()));
});

test("stores the other days when one in the middle can't be stored", async () => {
  await settleAll();
  const accept = await rejectRow(at.system, "report_days", "new.day = current_date - 3", "insert");
  await expect(aggregateDays(at.system)).rejects.toMatchObject({ cause: { message: "a bad row" } });
  await accept();
  const stored = (await listStoredDays()).length;
  expect(stored).toBeGreaterThan(10);
  expect(await aggregateDays(at.system)).toBe(1);
});

test("reads a complete past day from its stored sums", async () => {
  await settleAll();
  await aggregateDays(at.system);
  await at.system.db.execute(sql`update report_plans set sales = sales + 1000000000`);
  expect((await sumPurchases(admin, {})).sales).toBeGreaterThan(1_000_000_000n);
  await at.system.db.execute(sql`update report_plans set sales = sales - 1000000000`);
  expect(await aggregateDays(at.system)).toBe(0);
  await expectCorrectSums();
});

test("leaves out a purchase reversed later at once, and stores its day again", async () => {
  await settleAll();
  const [old] = await at.system.db.execute<{ ident: string; id: string }>(sql`
    select ident, id from purchases where state = 'successful' and placed_at < now() - interval '5 days' order by id limit 1`);
  await runUnguarded(at.system.db, writeDelivery(sql`p.id = ${old?.id}`));
  await aggregateDays(at.system);
  const before = await listStoredDays();
  await reverseDeliveredPurchase(admin, { ident: old?.ident ?? "", reason: "taken back" });
  await expectCorrectSums();
  expect(await aggregateDays(at.system)).toBe(1);
  await expectCorrectSums();
  expect(await listStoredDays()).not.toEqual(before);
});

/** Inserts the purchases of a reseller: many on one past day, and a few on some others. */
async function createBusyReseller() {
  const { id, ctx } = await at.reseller();
  await runUnguarded(
    at.system.db,
    sql`
    insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, price, cost, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by)
    select 'DB' || n, ${id}, 'b' || n, 'api', 'affiliate', 1 + n % 3, 1 + n % 2, 'MTN', 'SME', '1', 'GB', '30 Days',
      '+2348031234567', 1000 + n, 900, 0, 0, s.state, t.at, t.at, t.at, (array['answer', 'deadline'])[1 + n / 4 % 2]
    from generate_series(1, 90) n
    cross join lateral (select date_trunc('day', now()) - interval '3 days' + interval '12 hours'
      - case when n > 70 then n * interval '1 day' else interval '0' end as at) t
    cross join lateral (select (array['successful', 'failed', 'successful'])[1 + n % 3] as state) s`,
  );
  const truthOfReseller = (condition = sql`true`) =>
    sumFromPurchases(sql`reseller_id = ${id} and ${condition}`);
  const expectTruth = async () => {
    for (const [filter, condition] of CASES) {
      const expected = await truthOfReseller(condition);
      expect(await getAdminPurchaseTotals(admin, { ...filter, reseller: id })).toMatchObject(expected);
      const { count, delivered, sales: spent, held } = expected;
      expect(await getPurchaseTotals(ctx, filter)).toMatchObject({ count, delivered, spent, held });
    }
    const { email } = ctx.actor as { email: string };
    expect(await getAdminPurchaseTotals(admin, { q: email.toUpperCase() })).toEqual(await truthOfReseller());
    expect(await getAdminPurchaseTotals(admin, { q: email, reseller: id + 1 })).toMatchObject({
      count: 0,
      sales: 0n,
    });
    const month = await truthOfReseller(
      sql`placed_at >= ${startOfDay(dayOf(new Date(Date.now() - 29 * 86_400_000))).toISOString()}::timestamptz`,
    );
    expect((await getResellerVolumes(admin, [id])).get(id)).toEqual({
      today: 0n,
      month: month.sales + month.held,
    });
  };
  return { id, expectTruth };
}

test("returns the same totals of a reseller before and after their days are stored", async () => {
  const { id, expectTruth } = await createBusyReseller();
  await settleAll();
  await expectTruth();
  await aggregateDays(at.system);
  await expectTruth();
  const stored = await at.system.db.execute<{ day: string }>(sql`
    select distinct day::text as day from report_resellers where reseller_id = ${id}`);
  expect(stored).toHaveLength(1);
  await at.system.db.execute(sql`update report_resellers set sales = sales + 1000000000`);
  expect((await getAdminPurchaseTotals(admin, { reseller: id })).sales).toBeGreaterThan(1_000_000_000n);

  await at.system.db.execute(
    sql`update report_days set counted_at = '2000-01-01' where day = ${stored[0]?.day}::date`,
  );
  await expectTruth();
  await aggregateDays(at.system);
  await expectTruth();
});

test("lets only the system store sums, and only admins read them", async () => {
  const { ctx } = await at.reseller();
  await expect(aggregateDays(ctx)).rejects.toMatchObject({ code: "not_found" });
  await expect(getAdminPurchaseTotals(ctx, {})).rejects.toMatchObject({ code: "not_found" });
});
