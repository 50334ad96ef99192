import { type SQL, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { dayOf } from "#lib/core/time";
import { outcomes } from "#lib/purchase/read/outcomes";
import { daysFrom, SETTLED_IN } from "#lib/purchase/report/count-days";

/** A shop that delivered fewer orders in a day is not added up: they are counted as quickly. */
const MANY = 10;

/**
 * Adds up what shops earned on the past days whose stored sums do not hold, newest first: never counted, or something
 * was reversed since. Several processes may do it at once.
 * @returns how many days were added up.
 */
export async function countShopDays(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  const first = sql`(select (placed_at at time zone ${env().TIME_ZONE})::date from orders order by id limit 1)`;
  const days = await ctx.db.execute<{ day: string }>(sql`
    with ${countedShopDays(first, dayOf(new Date()))}
    select day::text from days where ends + ${SETTLED_IN} < now() and day not in (select day from counted)
    order by day desc`);
  for (const { day } of days) await countDay(ctx, day);
  return days.length;
}

function countDay(ctx: Ctx, day: string): Promise<void> {
  const zone = env().TIME_ZONE;
  const starts = sql`${day}::date::timestamp at time zone ${zone}`;
  const ends = sql`(${day}::date + 1)::timestamp at time zone ${zone}`;
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`
      insert into report_shop_days (day, time_zone, counted_at) values (${day}::date, ${zone}, now())
      on conflict (day) do update set time_zone = excluded.time_zone, counted_at = excluded.counted_at`);
    await ctx.db.execute(sql`delete from report_shops where day = ${day}::date`);
    await ctx.db.execute(sql`
      insert into report_shops (day, reseller_id, plan_id, network_name, label, orders, sales, cost)
      select ${day}::date, reseller_id, plan_id, network_name, label, orders, sales, cost
      from (
        select s.reseller_id, earned.*, sum(earned.orders) over (partition by s.reseller_id) as delivered
        from shops s cross join lateral (${earnedWithin(sql`s.reseller_id`, starts, ends)}) earned
      ) each where delivered >= ${MANY}`);
  });
}

/**
 * The CTEs `days` (day, starts, ends) from the first day to the last and `counted` (day): those of them whose stored sums of
 * shops still hold. They do when the day was over and nothing that was delivered on it was reversed since: nothing else
 * takes an order out of what was earned.
 * @param to the last day as text; no day after today is in it.
 */
export function countedShopDays(first: SQL, to: string): SQL {
  return sql`${daysFrom(first, to)}, counted as materialized (
      select days.day from days join report_shop_days r on r.day = days.day
      where r.time_zone = ${env().TIME_ZONE} and r.counted_at > days.ends + ${SETTLED_IN} and not exists (
        select from (${outcomes()}) p where p.channel = 'storefront' and p.settled_at >= days.starts and p.settled_at < days.ends
          and p.reversed_at >= r.counted_at - ${SETTLED_IN})
    )`;
}

/** A query for what a shop earned with the orders that were delivered from `starts` until before `ends`, by plan. */
export function earnedWithin(resellerId: SQL, starts: SQL, ends: SQL): SQL {
  return sql`
    select o.plan_id, max(o.network_name) as network_name,
      max(concat_ws(' · ', o.size || ' ' || o.volume, o.type_name, o.validity)) as label,
      count(*) as orders, sum(o.price) as sales, sum(p.price) as cost
    from (${outcomes()}) p join orders o on o.purchase_id = p.id
    where p.reseller_id = ${resellerId} and o.reseller_id = ${resellerId} and p.channel = 'storefront'
      and p.state = 'successful' and o.payment = 'received' and p.settled_at >= ${starts} and p.settled_at < ${ends}
    group by o.plan_id`;
}
