import { type SQL, sql } from "drizzle-orm";
import { env } from "#lib/core/env";

/** Longer than any transaction lasts: what began before is seen by whatever begins after. */
export const SETTLED_IN = sql`interval '1 hour'`;

/**
 * The CTEs `days` (day, starts, ends) from the first day to the last and `counted` (day, by_reseller): those of them whose
 * stored sums still hold, and whether those of single resellers do. A day's sums hold when it was over, nothing of it was
 * open and nothing was reversed since.
 * @param from a day as text; null is the first day of any purchase.
 * @param to the last day as text.
 */
export function countedDays(from: string | null, to: string): SQL {
  const zone = env().TIME_ZONE;
  const first = sql`greatest(${from}::date, (select (min(placed_at) at time zone ${zone})::date from purchases))`;
  return sql`${daysFrom(first, to)}, counted as materialized (
      select days.day, r.resellers_at is not distinct from r.counted_at as by_reseller
      from days join report_days r on r.day = days.day
      where r.time_zone = ${zone} and r.open = 0 and r.counted_at > days.ends + ${SETTLED_IN} and not exists (
        select from purchases p where p.placed_at >= days.starts and p.placed_at < days.ends
          and p.reversed_at >= r.counted_at - ${SETTLED_IN})
    )`;
}

/** The CTE `days` (day, starts, ends) from the first day to the last, or to today. */
export function daysFrom(first: SQL, to: string): SQL {
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
  count(*) filter (where p.state = 'successful') as delivered,
  count(*) filter (where p.state = 'failed' and p.settled_by not in ('cancelled', 'deadline')) as failed,
  count(*) filter (where p.state = 'failed' and p.settled_by in ('cancelled', 'deadline')) as cancelled,
  count(*) filter (where p.state = 'reversed') as reversed,
  coalesce(sum(p.price) filter (where p.state = 'successful'), 0) as sales,
  coalesce(sum(p.cost) filter (where p.state = 'successful'), 0) as cost`;
