import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { dayOf } from "#lib/core/time";
import { ADDED_UP, countedDays, SETTLED_IN } from "./counted-days.ts";

/** A reseller who bought fewer in a day is not added up: they are counted as quickly. */
const MANY = 50;

/**
 * Adds up the past days whose stored sums do not hold, newest first: never counted, open then, or reversed since; and
 * those that were counted by a version that left single resellers out. Several processes may do it at once.
 * @returns how many days were added up.
 */
export async function countDays(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  const days = await ctx.db.execute<{ day: string }>(sql`
    with ${countedDays(null, dayOf(new Date()))}
    select day::text from days where ends + ${SETTLED_IN} < now() and day not in (select day from counted where by_reseller)
    order by day desc`);
  for (const { day } of days) await countDay(ctx, day);
  return days.length;
}

function countDay(ctx: Ctx, day: string): Promise<void> {
  const zone = env().TIME_ZONE;
  const within = sql`p.placed_at >= ${day}::date::timestamp at time zone ${zone}
    and p.placed_at < (${day}::date + 1)::timestamp at time zone ${zone}`;
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`
      insert into report_days (day, time_zone, counted_at, resellers_at, open)
      select ${day}::date, ${zone}, now(), now(), count(*) filter (where p.settled_at is null) from purchases p where ${within}
      on conflict (day) do update set time_zone = excluded.time_zone, counted_at = excluded.counted_at,
        resellers_at = excluded.resellers_at, open = excluded.open`);
    await ctx.db.execute(sql`delete from report_plans where day = ${day}::date`);
    await ctx.db.execute(sql`delete from report_resellers where day = ${day}::date`);
    await ctx.db.execute(sql`
      insert into report_plans (day, network_id, plan_id, delivered, failed, cancelled, reversed, sales, cost)
      select ${day}::date, p.network_id, p.plan_id, ${ADDED_UP} from purchases p where ${within} group by p.network_id, p.plan_id`);
    await ctx.db.execute(sql`
      insert into report_resellers (day, reseller_id, network_id, plan_id, delivered, failed, cancelled, reversed, sales, cost)
      select ${day}::date, reseller_id, network_id, plan_id, delivered, failed, cancelled, reversed, sales, cost
      from (
        select p.reseller_id, p.network_id, p.plan_id, ${ADDED_UP}, sum(count(*)) over (partition by p.reseller_id) as bought
        from purchases p where ${within} group by p.reseller_id, p.network_id, p.plan_id
      ) each where bought >= ${MANY}`);
  });
}
