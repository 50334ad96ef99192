import { type SQL, sql } from "drizzle-orm";
import { prepared } from "#db/prepared";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { where } from "#lib/core/page";
import { dayOf } from "#lib/core/time";
import { ADDED_UP, countedDays } from "./count-days.ts";

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

/** @template Within what also may stand for a value, within a statement. */
export interface Days<Within = never> {
  /** "2026-11-20", of `TIME_ZONE`; undefined reaches as far as there are purchases. */
  from?: string | Within | undefined;
  to?: string | Within | undefined;
  networkId?: number | undefined;
  planId?: number | undefined;
  /** Whose purchases; undefined is everybody's. */
  resellerIds?: readonly [number | Within, ...(number | Within)[]] | undefined;
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

/** The sums of some days' purchases by day, days without any left out. */
export async function sumsByDay(ctx: Ctx, days: Days): Promise<(Sums & { day: string })[]> {
  const rows = await ctx.db.execute<Row & { day: string }>(sql`
    with ${summed(days)} select day::text as day, ${TOTALS} from summed group by day order by day`);
  return rows.map((row) => ({ day: row.day, ...sumsOf(row) }));
}

/** The sums of each reseller's purchases of some days, by their id; who bought nothing may not be there. */
export async function sumsByReseller(
  ctx: Ctx,
  days: Days & { resellerIds: readonly [number, ...number[]] },
): Promise<Map<number, Sums>> {
  const rows = await ctx.db.execute<Row & { reseller_id: string }>(sql`
    with ${summed(days)} select reseller_id, ${TOTALS} from summed group by reseller_id`);
  return new Map(rows.map((row) => [Number(row.reseller_id), sumsOf(row)]));
}

/** The sums of some days' purchases. */
export async function sums(ctx: Ctx, days: Days): Promise<Sums> {
  const [row] = await ctx.db.execute<Row>(sql`with ${summed(days)} select ${TOTALS} from summed`);
  if (!row) throw new Error("a sum has one row");
  return sumsOf(row);
}

/** The sums of one reseller's purchases of today, as each look at their home asks for them. */
export async function sumsOfToday(ctx: Ctx, resellerId: number): Promise<Sums> {
  const [row] = await readToday(ctx.db, { resellerId, today: dayOf(new Date()) });
  if (!row) throw new Error("a sum has one row");
  return sumsOf(row);
}

const readToday = prepared<{ resellerId: number; today: string }, Row>(
  ({ resellerId, today }) =>
    sql`with ${summed({ from: today, to: today, resellerIds: [resellerId] })} select ${TOTALS} from summed`,
);

const TOTALS: SQL = sql.join(
  [
    ...["delivered", "failed", "cancelled", "reversed", "open", "unconfirmed"],
    ...["sales", "cost", "held_open", "held_unconfirmed"],
  ].map((name) => sql`coalesce(sum(${sql.identifier(name)}), 0) as ${sql.identifier(name)}`),
  sql`, `,
);

/** The CTE `summed`: stored sums of the days for which they hold, the purchases themselves for all others. */
function summed({ from, to, networkId, planId, resellerIds }: Days<SQL>): SQL {
  const conditions = (table: SQL) => [
    ...(networkId === undefined ? [] : [sql`${table}.network_id = ${networkId}`]),
    ...(planId === undefined ? [] : [sql`${table}.plan_id = ${planId}`]),
  ];
  const live = [sql`p.placed_at >= spans.starts`, sql`p.placed_at < spans.ends`, ...conditions(sql`p`)];
  if (resellerIds) live.push(sql`p.reseller_id = spans.reseller_id`);
  return sql`${countedDays(from ?? null, to ?? dayOf(new Date()))},
    ${resellerIds ? storedOf(resellerIds) : STORED},
    summed as (
      select r.day, r.reseller_id, r.delivered, r.failed, r.cancelled, r.reversed, 0 as open, 0 as unconfirmed, r.sales, r.cost,
        0 as held_open, 0 as held_unconfirmed
      from stored r ${where(conditions(sql`r`))}
      union all
      select spans.day, spans.reseller_id, live.delivered, live.failed, live.cancelled, live.reversed, live.open,
        live.unconfirmed, live.sales, live.cost, live.held_open, live.held_unconfirmed
      from spans cross join lateral (
        select ${ADDED_UP},
          count(*) filter (where p.state in ('queued', 'sending')) as open,
          count(*) filter (where p.state = 'unconfirmed') as unconfirmed,
          coalesce(sum(p.price) filter (where p.state in ('queued', 'sending')), 0) as held_open,
          coalesce(sum(p.price) filter (where p.state = 'unconfirmed'), 0) as held_unconfirmed
        from purchases p ${where(live)}
      ) live
    )`;
}

/** The CTEs `stored`, which sums are there and hold, and `spans`, the days and parts of days of which there are none. */
const STORED: SQL = sql`
  stored as (select null::bigint as reseller_id, r.* from report_plans r join counted using (day)),
  spans as (select null::bigint as reseller_id, days.day, coalesce(counted.until, days.starts) as starts, days.ends
    from days left join counted using (day) where counted.day is null or counted.until is not null)`;

/** The same for single resellers, of whom only busy days are stored. */
function storedOf(resellerIds: readonly (number | SQL)[]): SQL {
  const ids = resellerIds.map((id) => sql`(${id}::bigint)`);
  return sql`
    stored as materialized (
      select r.*, counted.until from report_resellers r join counted using (day)
      where counted.by_reseller and r.reseller_id in ${[...resellerIds]}
    ),
    spans as (
      select who.reseller_id, days.day, coalesce(s.until, days.starts) as starts, days.ends
      from days cross join (values ${sql.join(ids, sql`, `)}) who (reseller_id)
      left join (select distinct reseller_id, day, until from stored) s using (reseller_id, day)
      where s.day is null or s.until is not null
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
