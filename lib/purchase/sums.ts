import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { where } from "#lib/core/page";
import { dayOf } from "#lib/core/time";
import { ADDED_UP, countedDays } from "./counted-days.ts";

/** What purchases add up to, by how they ended. Money in minor units. */
export interface Sums {
  delivered: number;
  /** Sent, and not delivered. */
  failed: number;
  /** Never sent. */
  cancelled: number;
  reversed: number;
  open: number;
  unconfirmed: number;
  /** Price and cost of what was delivered. */
  sales: Minor;
  cost: Minor;
  /** What is set aside for open ones. */
  heldOpen: Minor;
  heldUnconfirmed: Minor;
}

export interface Days {
  /** "2026-11-20", of `TIME_ZONE`; undefined reaches as far as there are purchases. */
  from?: string | undefined;
  to?: string | undefined;
  networkId?: number | undefined;
  planId?: number | undefined;
}

type Row = Record<
  | "delivered"
  | "failed"
  | "cancelled"
  | "reversed"
  | "open"
  | "unconfirmed"
  | "sales"
  | "cost"
  | "held_open"
  | "held_unconfirmed",
  string
>;

/** The sums of all resellers' purchases of some days, days without any left out. */
export async function sumsByDay(ctx: Ctx, days: Days): Promise<(Sums & { day: string })[]> {
  const rows = await ctx.db.execute<Row & { day: string }>(sql`
    with ${summed(days)} select day::text as day, ${TOTALS} from summed group by day order by day`);
  return rows.map((row) => ({ day: row.day, ...sumsOf(row) }));
}

/** The sums of all resellers' purchases of some days. */
export async function sums(ctx: Ctx, days: Days): Promise<Sums> {
  const [row] = await ctx.db.execute<Row>(sql`with ${summed(days)} select ${TOTALS} from summed`);
  if (!row) throw new Error("a sum has one row");
  return sumsOf(row);
}

const TOTALS: SQL = sql.join(
  [
    ...["delivered", "failed", "cancelled", "reversed", "open", "unconfirmed"],
    ...["sales", "cost", "held_open", "held_unconfirmed"],
  ].map((name) => sql`coalesce(sum(${sql.identifier(name)}), 0) as ${sql.identifier(name)}`),
  sql`, `,
);

/** The CTE `summed`: stored sums of the days for which they hold, the purchases themselves for all others. */
function summed({ from, to, networkId, planId }: Days): SQL {
  const conditions = (table: SQL) => [
    ...(networkId === undefined ? [] : [sql`${table}.network_id = ${networkId}`]),
    ...(planId === undefined ? [] : [sql`${table}.plan_id = ${planId}`]),
  ];
  const live = [sql`p.placed_at >= days.starts`, sql`p.placed_at < days.ends`, ...conditions(sql`p`)];
  return sql`${countedDays(from ?? null, to ?? dayOf(new Date()))},
    summed as (
      select r.day, r.delivered, r.failed, r.cancelled, r.reversed, 0 as open, 0 as unconfirmed, r.sales, r.cost,
        0 as held_open, 0 as held_unconfirmed
      from report_plans r join counted using (day) ${where(conditions(sql`r`))}
      union all
      select days.day, live.delivered, live.failed, live.cancelled, live.reversed, live.open, live.unconfirmed, live.sales,
        live.cost, live.held_open, live.held_unconfirmed
      from days cross join lateral (
        select ${ADDED_UP},
          count(*) filter (where p.state in ('queued', 'sending')) as open,
          count(*) filter (where p.state = 'unconfirmed') as unconfirmed,
          coalesce(sum(p.price) filter (where p.state in ('queued', 'sending')), 0) as held_open,
          coalesce(sum(p.price) filter (where p.state = 'unconfirmed'), 0) as held_unconfirmed
        from purchases p ${where(live)}
      ) live where days.day not in (select day from counted)
    )`;
}

function sumsOf(row: Row): Sums {
  return {
    delivered: Number(row.delivered),
    failed: Number(row.failed),
    cancelled: Number(row.cancelled),
    reversed: Number(row.reversed),
    open: Number(row.open),
    unconfirmed: Number(row.unconfirmed),
    sales: BigInt(row.sales),
    cost: BigInt(row.cost),
    heldOpen: BigInt(row.held_open),
    heldUnconfirmed: BigInt(row.held_unconfirmed),
  };
}
