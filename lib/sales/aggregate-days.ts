import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { handleEach } from "#lib/core/lane/handle-each";
import { isUnsettled, selectProceeds } from "#lib/core/purchase-state";
import { readRows } from "#lib/core/read-rows";
import { dayOf } from "#lib/core/time/time";

/** Below so many purchases a day, a reseller's sums are not stored: summing the purchases is as fast. */
const MIN_STORED_PURCHASES = 50;
/** The number of new purchases of today that make an update worthwhile. */
const MIN_TODAY_PURCHASES = 1_000;

/**
 * Stores the sums of the past days whose stored sums are missing or invalid, newest first: because a purchase
 * was open then or was reversed since. On a busy day it also stores the past hours of today. Several processes
 * may run it at once.
 * @returns the number of past days.
 * @throws the first failure, after all other days
 */
export async function aggregateDays(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  const today = dayOf(new Date());
  const days = await readRows(ctx.db, z.object({ day: z.string() }))`
    with ${buildStoredDaysCte(null, today)}
    select day::text
    from days
    where ends + ${MAX_TRANSACTION_TIME} < now()
      and day not in (select day from counted where until is null)
    order by day desc`;
  const until = await findTodayCutoff(ctx, today);
  const spans = [
    ...days.map(({ day }) => ({ id: day, until: null })),
    ...(until ? [{ id: today, until }] : []),
  ];
  await handleEach(spans, "report.day_not_stored", ({ id: day, until }) => aggregateDay(ctx, day, until));
  return days.length;
}

/** Finds the time of today before which all is settled and visible. Undefined if too few are new. */
async function findTodayCutoff(ctx: Ctx, today: string): Promise<string | undefined> {
  const [row] = await readRows(ctx.db, z.object({ until: z.string() }))`
    with ${buildStoredDaysCte(today, today)},
    span as (
      select
        coalesce((select until from counted), days.starts) as starts,
        least(
          now() - ${MAX_TRANSACTION_TIME} - interval '1 minute',
          days.ends,
          (
            select min(placed_at)
            from purchases p
            where ${isUnsettled(sql`p.state`)} and p.placed_at >= days.starts
          )
        ) as until
      from days
    )
    select until::text
    from span
    where ${MIN_TODAY_PURCHASES} = (
      select count(*)
      from (
        select
        from purchases p
        where p.placed_at >= span.starts and p.placed_at < span.until
        limit ${MIN_TODAY_PURCHASES}
      ) enough
    )`;
  return row?.until;
}

/** @param until the end of the part of today to sum, in the database's format; null for a whole day. */
function aggregateDay(ctx: Ctx, day: string, until: string | null): Promise<void> {
  const zone = env().TIME_ZONE;
  const within = sql`p.placed_at >= ${day}::date::timestamp at time zone ${zone}
    and p.placed_at < coalesce(${until}::timestamptz, (${day}::date + 1)::timestamp at time zone ${zone})`;
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(${dayLock(sql`${day}::date`)})`);
    await ctx.db.execute(sql`
      insert into report_days (day, time_zone, counted_at, until, open)
      select
        ${day}::date, ${zone}, now(), ${until}::timestamptz,
        count(*) filter (where p.settled_at is null)
      from purchases p
      where ${within}
      on conflict (day) do update
      set
        time_zone = excluded.time_zone, counted_at = excluded.counted_at,
        until = excluded.until, open = excluded.open`);
    await ctx.db.execute(sql`delete from report_plans where day = ${day}::date`);
    await ctx.db.execute(sql`delete from report_resellers where day = ${day}::date`);
    await ctx.db.execute(sql`
      insert into report_plans (day, network_id, plan_id, delivered, failed, cancelled, reversed, sales, cost)
      select ${day}::date, p.network_id, p.plan_id, ${outcomeTotals(sql`p`, "all")}
      from purchases p
      where ${within}
      group by p.network_id, p.plan_id`);
    await ctx.db.execute(sql`
      insert into report_resellers (
        day, reseller_id, network_id, plan_id,
        delivered, failed, cancelled, reversed, sales, cost, sold, paid, selling_price
      )
      select
        ${day}::date, reseller_id, coalesce(network_id, ${ALL_PLANS}), coalesce(plan_id, ${ALL_PLANS}),
        delivered, failed, cancelled, reversed, sales, cost, sold, paid, selling_price
      from (
        select
          p.reseller_id, p.network_id, p.plan_id, ${outcomeTotals(sql`p`, "reseller")}, ${sellingPriceTotals(sql`p`)},
          max(count(*)) over (partition by p.reseller_id) as bought
        from purchases p
        where ${within}
        group by grouping sets ((p.reseller_id, p.network_id, p.plan_id), (p.reseller_id))
      ) each
      where bought >= ${MIN_STORED_PURCHASES}`);
  });
}

/** The network and the plan of the row of `report_resellers` that sums all of a reseller's day; ids begin at 1. */
export const ALL_PLANS = sql.raw("0");

/** Longer than any transaction, so that rows of older transactions are visible. */
export const MAX_TRANSACTION_TIME = sql`interval '1 hour'`;

/**
 * Serialises summing a day and recording its selling prices: a price that the sum does not include must find
 * the stored sum, to correct it.
 */
export const dayLock = (day: SQL): SQL => sql`hashtextextended('report ' || ${day}, 0)`;

/**
 * The CTEs `days` (day, starts, ends) from the first day to the last and `counted` (day, until): the days
 * whose stored sums are valid, up to when where that is not all of the day. A day's sums are valid if it, or
 * that part of it, was over, none of it was open and none was reversed since.
 * @param from a day as text; null is the first day of any purchase.
 * @param to the last day as text.
 */
export function buildStoredDaysCte(from: string | SQL | null, to: string | SQL): SQL {
  const zone = env().TIME_ZONE;
  const first = sql`greatest(
    ${from}::date, (select (min(placed_at) at time zone ${zone})::date from purchases))`;
  return sql`${buildDaysCte(first, to)},
    counted as materialized (
      select days.day, r.until
      from days
      join report_days r on r.day = days.day
      where r.time_zone = ${zone} and r.open = 0
        and (r.counted_at > days.ends + ${MAX_TRANSACTION_TIME}
          or r.counted_at > r.until + ${MAX_TRANSACTION_TIME})
        and not exists (
          select
          from purchases p
          where p.placed_at >= days.starts and p.placed_at < coalesce(r.until, days.ends)
            and p.reversed_at >= r.counted_at - ${MAX_TRANSACTION_TIME}
        )
    )`;
}

/** The CTE `days` (day, starts, ends) from the first day to the last, or to today. */
export function buildDaysCte(first: SQL, to: string | SQL): SQL {
  const zone = env().TIME_ZONE;
  const last = sql`least(${to}::date, (now() at time zone ${zone})::date)`;
  return sql`days as materialized (
      select day::date as day, day::date::timestamp at time zone ${zone} as starts,
        (day::date + 1)::timestamp at time zone ${zone} as ends
      from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') day
    )`;
}

/**
 * The sums of a group of purchases `p`, in the columns of `report_plans` and `report_resellers`: of all resellers what
 * the operator got for them, of one what they paid.
 */
export const outcomeTotals = (p: SQL, of: "all" | "reseller"): SQL => sql`
  count(*) filter (where ${p}.ending = 'delivered') as delivered,
  count(*) filter (where ${p}.ending = 'failed') as failed,
  count(*) filter (where ${p}.ending = 'cancelled') as cancelled,
  count(*) filter (where ${p}.ending = 'reversed') as reversed,
  coalesce(sum(${of === "all" ? selectProceeds(p) : sql`${p}.price`})
    filter (where ${p}.ending = 'delivered'), 0)::bigint as sales,
  coalesce(sum(coalesce(${p}.charged, ${p}.cost)) filter (where ${p}.ending = 'delivered'), 0)::bigint as cost`;

/**
 * The same for purchases with a selling price: their number, the reseller's cost with the fees of online
 * payments, and the customers' payments.
 */
export const sellingPriceTotals = (p: SQL): SQL => sql`
  count(*) filter (where ${p}.ending = 'delivered' and ${p}.selling_price is not null) as sold,
  coalesce(sum(${p}.price + coalesce(${p}.payment_fee, 0))
    filter (where ${p}.ending = 'delivered' and ${p}.selling_price is not null), 0)::bigint as paid,
  coalesce(sum(${p}.selling_price) filter (where ${p}.ending = 'delivered'), 0)::bigint as selling_price`;
