import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { dayOf } from "#lib/core/time";
import { SETTLED_IN } from "#lib/purchase/report/count-days";
import { countedShopDays, earnedWithin } from "./earned-days.ts";

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
