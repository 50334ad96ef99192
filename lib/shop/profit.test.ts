import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { reverse } from "#lib/purchase/settle/reverse";
import { type Scene, scene } from "#lib/testing/scene";
import { countShopDays } from "./count-shop-days.ts";
import { profit } from "./profit.ts";
import { openShop } from "./save-shop.ts";

let at: Scene;
let admin: Ctx;
let owner: { id: number; ctx: Ctx };
beforeAll(async () => {
  at = await scene();
  admin = await at.admin();
  owner = await soldALot("first");
  await soldALot("second");
});
afterAll(() => at.close());

/**
 * A reseller who bought from the evenings of past days on, delivered until the next morning: much in the last week, little before.
 * Some of it failed, is open, or was not bought for the shop.
 */
async function soldALot(slug: string): Promise<{ id: number; ctx: Ctx }> {
  const { id, ctx } = await at.reseller();
  await openShop(ctx, {
    ...{ name: slug, slug, phone: "08031234567", markup: "10" },
    payments: [{ kind: "cash", where: "12 Allen Avenue." }],
  });
  await at.system.db.execute(sql`
    insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, price, cost, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by)
    select 'DT' || ${slug}::text || n, ${id}, 'order.' || n, (array['storefront', 'storefront', 'storefront', 'web'])[1 + n % 4],
      'affiliate', 1 + n % 3, 1, 'MTN', 'SME', '1', 'GB', '30 Days', '+2348031234567', 1000 + n, 900, 0, 0,
      (array['successful', 'successful', 'failed', 'unconfirmed', 'successful'])[1 + n % 5], t.at, t.at,
      case when n % 5 <> 3 then t.at + n % 12 * interval '1 hour' end, case when n % 5 <> 3 then 'answer' end
    from generate_series(1, 600) n
    cross join lateral (select (date_trunc('day', now() at time zone 'Africa/Lagos') - interval '5 hours'
      - (1 + case when n < 400 then n % 7 else n % 79 end) * interval '1 day') at time zone 'Africa/Lagos' as at) t
    order by t.at, n`);
  await at.system.db.execute(sql`
    insert into orders (code, shop_id, reseller_id, ref, reference, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, price, payment, placed_at, pay_by, paid_at, delivery_ref, purchase_id)
    select ${slug}::text || p.id, s.id, p.reseller_id, p.ref, 'r' || p.id, p.plan_id, 1, 'MTN', 'SME', p.plan_id::text, 'GB', '30 Days', p.phone,
      p.price + 70, case when p.state = 'failed' and p.id % 2 = 0 then 'refunded' else 'received' end, p.placed_at, p.placed_at,
      p.placed_at, p.ref, p.id
    from purchases p join shops s on s.reseller_id = p.reseller_id where s.slug = ${slug} order by p.placed_at, p.id`);
  return { id, ctx };
}

/** What the first shop earned, from nothing but its orders: its days (in UTC+1) and plans that had any. */
async function truth() {
  const by = (what: ReturnType<typeof sql>) =>
    at.system.db.execute<{ of: string; orders: string; sales: string; cost: string }>(sql`
      select ${what} as of, count(*) as orders, sum(o.price) as sales, sum(p.price) as cost
      from orders o join purchases p on p.id = o.purchase_id
      where o.reseller_id = ${owner.id} and p.channel = 'storefront' and p.state = 'successful' group by 1 order by 1`);
  const sum = ({ of, orders, sales, cost }: { of: string; orders: string; sales: string; cost: string }) => ({
    of,
    orders: Number(orders),
    sales: BigInt(sales),
    cost: BigInt(cost),
    profit: BigInt(sales) - BigInt(cost),
  });
  const days = await by(sql`to_char(p.settled_at at time zone 'Africa/Lagos', 'YYYY-MM-DD')`);
  const plans = await by(sql`p.plan_id::text`);
  return { days: days.map(sum), plans: plans.map(sum) };
}

async function expectTruth() {
  const { days, plans, orders, sales } = await profit(owner.ctx, { from: "2000-01-01" });
  const expected = await truth();
  expect(days.filter((day) => day.orders > 0).map(({ day, ...earned }) => ({ of: day, ...earned }))).toEqual(
    expected.days,
  );
  expect(
    plans
      .map(({ planId, networkName, label, ...earned }) => ({ of: String(planId), ...earned }))
      .toSorted((one, other) => Number(one.of) - Number(other.of)),
  ).toEqual(expected.plans);
  for (const { planId, networkName, label } of plans)
    expect([networkName, label]).toEqual(["MTN", `${planId} GB · SME · 30 Days`]);
  expect(orders).toBe(expected.days.reduce((count, day) => count + day.orders, 0));
  expect(sales).toBe(expected.days.reduce((total, day) => total + day.sales, 0n));
}

const storedDays = async () =>
  (
    await at.system.db.execute<{ day: string }>(sql`
      select distinct day::text as day from report_shops where reseller_id = ${owner.id} order by day`)
  ).map(({ day }) => day);

test("what a shop earned is the same before and after its days were added up", async () => {
  await expectTruth();
  expect(await countShopDays(at.system)).toBeGreaterThan(70);
  await expectTruth();
  expect(await countShopDays(at.system)).toBe(0);
  expect((await storedDays()).length).toBeGreaterThan(4);
});

test("past days on which a shop delivered much are read from their stored sums", async () => {
  const before = await profit(owner.ctx, { from: "2000-01-01" });
  await at.system.db.execute(sql`update report_shops set sales = sales + 1000000`);
  const after = await profit(owner.ctx, { from: "2000-01-01" });
  await at.system.db.execute(sql`update report_shops set sales = sales - 1000000`);
  const other = after.days.filter((day, n) => day.sales !== before.days[n]?.sales).map(({ day }) => day);
  expect(other).toEqual(await storedDays());
  await expectTruth();
});

test("an order of a past day that was still open counts for the day it is delivered", async () => {
  const [day] = await storedDays();
  await at.system.db.execute(sql`
    update purchases set state = 'successful', settled_at = now(), settled_by = 'chain'
    where state = 'unconfirmed' and channel = 'storefront' and reseller_id = ${owner.id} and placed_at < ${day}::date + 2`);
  expect((await profit(owner.ctx, {})).days.at(-1)?.orders).toBeGreaterThan(0);
  await expectTruth();
  expect(await countShopDays(at.system)).toBe(0);
});

test("what is reversed later is missing from the day of its delivery at once, and that day is added up again", async () => {
  const day = (await storedDays())[1];
  const [old] = await at.system.db.execute<{ ident: string; id: string; reseller_id: string }>(sql`
    select ident, id, reseller_id from purchases
    where state = 'successful' and channel = 'storefront' and reseller_id = ${owner.id}
      and (settled_at at time zone 'Africa/Lagos')::date = ${day}::date
      and (placed_at at time zone 'Africa/Lagos')::date < ${day}::date limit 1`);
  await at.system.db.execute(sql`
    with j as (insert into journals (reseller_id, kind, purchase_id, actor)
      values (${old?.reseller_id}, 'settle', ${old?.id}, 'test') returning id, reseller_id)
    insert into entries (journal_id, reseller_id, account, amount, balance)
    select id, reseller_id, account, amount, 0 from j, (values ('held', -1), ('sales', 1)) side (account, amount)`);
  const before = await profit(owner.ctx, { from: "2000-01-01" });
  await reverse(admin, { ident: old?.ident ?? "", reason: "taken back" });
  expect((await profit(owner.ctx, { from: "2000-01-01" })).orders).toBe(before.orders - 1);
  await expectTruth();
  expect(await countShopDays(at.system)).toBe(1);
  await expectTruth();
});

test("sums of days in another time zone are not believed", async () => {
  await at.system.db.execute(sql`update report_shop_days set time_zone = 'Pacific/Auckland'`);
  await at.system.db.execute(sql`update report_shops set sales = sales + 1000000`);
  await expectTruth();
  expect(await countShopDays(at.system)).toBeGreaterThan(70);
  await expectTruth();
});

test("adding up is the portal's own work", async () => {
  await expect(countShopDays(owner.ctx)).rejects.toMatchObject({ code: "not_found" });
});
