import { type SQL, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { dayOf } from "#lib/core/time";

/** Below so many purchases a day, a reseller's sums are not stored: counting them is as quick. */
const MANY = 50;
/** So many more of today are worth adding up. */
const MANY_TODAY = 1_000;

/**
 * Adds up the past days whose stored sums do not hold, newest first: never counted, open then, or reversed since; and
 * those that were counted by a version that left retail prices out. Of a busy today it adds up what is over. Several
 * processes may do it at once.
 * @returns how many past days were added up.
 */
export async function countDays(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  const today = dayOf(new Date());
  const days = await ctx.db.execute<{ day: string }>(sql`
    with ${countedDays(null, today)}
    select day::text from days
    where ends + ${SETTLED_IN} < now() and day not in (select day from counted where with_retail and until is null)
    order by day desc`);
  for (const { day } of days) await countDay(ctx, day, null);
  const until = await overToday(ctx, today);
  if (until) await countDay(ctx, today, until);
  return days.length;
}

/** Up to when today is over: nothing before that is open, or not yet visible. Undefined while too little came since it was asked last. */
async function overToday(ctx: Ctx, today: string): Promise<string | undefined> {
  const [row] = await ctx.db.execute<{ until: string }>(sql`
    with ${countedDays(today, today)},
    span as (
      select coalesce((select until from counted), days.starts) as starts, least(
        now() - ${SETTLED_IN} - interval '1 minute', days.ends,
        (select min(placed_at) from purchases p
          where p.state in ('queued', 'sending', 'unconfirmed') and p.placed_at >= days.starts)
      ) as until from days
    )
    select until::text from span where ${MANY_TODAY} = (select count(*) from (
      select from purchases p where p.placed_at >= span.starts and p.placed_at < span.until limit ${MANY_TODAY}) enough)`);
  return row?.until;
}

/** @param until where only a part of the day is over, in the database's words. */
function countDay(ctx: Ctx, day: string, until: string | null): Promise<void> {
  const zone = env().TIME_ZONE;
  const within = sql`p.placed_at >= ${day}::date::timestamp at time zone ${zone}
    and p.placed_at < coalesce(${until}::timestamptz, (${day}::date + 1)::timestamp at time zone ${zone})`;
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(${dayLock(sql`${day}::date`)})`);
    await ctx.db.execute(sql`
      insert into report_days (day, time_zone, counted_at, resellers_at, retail_at, until, open)
      select ${day}::date, ${zone}, now(), now(), now(), ${until}::timestamptz, count(*) filter (where p.settled_at is null)
      from purchases p where ${within}
      on conflict (day) do update set time_zone = excluded.time_zone, counted_at = excluded.counted_at,
        resellers_at = excluded.resellers_at, retail_at = excluded.retail_at, until = excluded.until, open = excluded.open`);
    await ctx.db.execute(sql`delete from report_plans where day = ${day}::date`);
    await ctx.db.execute(sql`delete from report_resellers where day = ${day}::date`);
    await ctx.db.execute(sql`
      insert into report_plans (day, network_id, plan_id, delivered, failed, cancelled, reversed, sales, cost)
      select ${day}::date, p.network_id, p.plan_id, ${ADDED_UP} from purchases p where ${within} group by p.network_id, p.plan_id`);
    await ctx.db.execute(sql`
      insert into report_resellers (day, reseller_id, network_id, plan_id, delivered, failed, cancelled, reversed, sales, cost,
        sold, paid, retail)
      select ${day}::date, reseller_id, network_id, plan_id, delivered, failed, cancelled, reversed, sales, cost, sold, paid, retail
      from (
        select p.reseller_id, p.network_id, p.plan_id, ${ADDED_UP}, ${SOLD}, sum(count(*)) over (partition by p.reseller_id) as bought
        from purchases p where ${within} group by p.reseller_id, p.network_id, p.plan_id
      ) each where bought >= ${MANY}`);
  });
}

/** Longer than any transaction lasts: what began before this is visible by now. */
export const SETTLED_IN = sql`interval '1 hour'`;

/**
 * Keeps days from being added up while retail prices of theirs are written down, and the other way round: a price that a
 * count does not see must find the sums that it makes.
 */
export const dayLock = (day: SQL): SQL => sql`hashtextextended('report ' || ${day}, 0)`;

/**
 * The CTEs `days` (day, starts, ends) from the first day to the last and `counted` (day, until, by_reseller, with_retail): the
 * days whose stored sums are valid, up to when where that is not all of the day, and whether the sums of each reseller and of
 * retail prices are, too. A day's sums hold when it, or that part of it, was over, nothing of it was open and nothing was reversed since.
 * @param from a day as text; null is the first day of any purchase.
 * @param to the last day as text.
 */
export function countedDays(from: string | SQL | null, to: string | SQL): SQL {
  const zone = env().TIME_ZONE;
  const first = sql`greatest(${from}::date, (select (min(placed_at) at time zone ${zone})::date from purchases))`;
  const until = storedUntil(sql`days.ends`);
  return sql`${daysFrom(first, to)}, counted as materialized (
      select days.day, ${until} as until, r.resellers_at is not distinct from r.counted_at as by_reseller,
        r.retail_at is not distinct from r.counted_at as with_retail
      from days join report_days r on r.day = days.day
      where r.time_zone = ${zone} and r.open = 0
        and (r.counted_at > days.ends + ${SETTLED_IN} or r.counted_at > r.until + ${SETTLED_IN}) and not exists (
        select from purchases p where p.placed_at >= days.starts and p.placed_at < coalesce(${until}, days.ends)
          and p.reversed_at >= r.counted_at - ${SETTLED_IN})
    )`;
}

/**
 * Up to when the stored sums of a day `r`, which ends then, reach; null is all of it. The version before counts whole days, and leaves
 * `until` as it was.
 */
export const storedUntil = (ends: SQL): SQL =>
  sql`case when r.counted_at > ${ends} + ${SETTLED_IN} then null else r.until end`;

/** The CTE `days` (day, starts, ends) from the first day to the last, or to today. */
export function daysFrom(first: SQL, to: string | SQL): SQL {
  const zone = env().TIME_ZONE;
  const last = sql`least(${to}::date, (now() at time zone ${zone})::date)`;
  return sql`days as materialized (
      select day::date as day, day::date::timestamp at time zone ${zone} as starts,
        (day::date + 1)::timestamp at time zone ${zone} as ends
      from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') day
    )`;
}

/** What the purchases `p` of a group add up to, in the columns of `report_plans` and `report_resellers`. */
export const ADDED_UP: SQL = sql`
  count(*) filter (where p.ending = 'delivered') as delivered,
  count(*) filter (where p.ending = 'failed') as failed,
  count(*) filter (where p.ending = 'cancelled') as cancelled,
  count(*) filter (where p.ending = 'reversed') as reversed,
  coalesce(sum(p.price) filter (where p.ending = 'delivered'), 0) as sales,
  coalesce(sum(p.cost) filter (where p.ending = 'delivered'), 0) as cost`;

/** The same of those whose retail price is known: how many, what they cost the reseller, what customers paid. */
export const SOLD: SQL = sql`
  count(*) filter (where p.ending = 'delivered' and p.retail is not null) as sold,
  coalesce(sum(p.price) filter (where p.ending = 'delivered' and p.retail is not null), 0) as paid,
  coalesce(sum(p.retail) filter (where p.ending = 'delivered'), 0) as retail`;
