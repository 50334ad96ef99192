import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepare-query";
import type { Ctx } from "#lib/core/context";
import { buildWhere } from "#lib/core/list/page";
import { isProcessing } from "#lib/core/purchase-state";
import { int, minor, parseRow, readRows } from "#lib/core/read-rows";
import { dayOf } from "#lib/core/time/time";
import { ALL_PLANS, buildStoredDaysCte, outcomeTotals } from "./aggregate-days.ts";

/** The sums of purchases by result. Money in minor units. */
export type PurchaseSums = z.output<typeof PurchaseSums>;

const PurchaseSums = z.object({
  delivered: int,
  failed: int,
  /** Never sent. */
  cancelled: int,
  reversed: int,
  open: int,
  unconfirmed: int,
  /** The price and cost of delivered purchases; of all resellers' the price less commissions. */
  sales: minor,
  cost: minor,
  heldOpen: minor,
  heldUnconfirmed: minor,
});

/** @template Within the type of an SQL value that is also allowed. */
export interface PurchaseSumsFilter<Within = never> {
  /** "2026-11-20", of `TIME_ZONE`; undefined reaches as far as there are purchases. */
  from?: string | Within | undefined;
  to?: string | Within | undefined;
  networkId?: number | undefined;
  planId?: number | undefined;
  /** The buyers; undefined is all resellers. */
  resellerIds?: readonly [number | Within, ...(number | Within)[]] | undefined;
}

/** Sums the purchases of some days by day, without empty days. */
export async function sumPurchasesByDay(
  ctx: Ctx,
  days: PurchaseSumsFilter,
): Promise<(PurchaseSums & { day: string })[]> {
  return readRows(ctx.db, PurchaseSums.extend({ day: z.string() }))`
    with ${buildSumsCte(days)} select day, ${TOTALS} from summed group by day order by day`;
}

/** Sums the purchases of some days by reseller id; a reseller without purchases may be missing. */
export async function sumPurchasesByReseller(
  ctx: Ctx,
  days: PurchaseSumsFilter & { resellerIds: readonly [number, ...number[]] },
): Promise<Map<number, PurchaseSums>> {
  const rows = await readRows(ctx.db, PurchaseSums.extend({ resellerId: int }))`
    with ${buildSumsCte(days)} select reseller_id, ${TOTALS} from summed group by reseller_id`;
  return new Map(rows.map(({ resellerId, ...sums }) => [resellerId, sums]));
}

/** Sums the purchases of some days. One reseller's are prepared: planning takes as long as summing. */
export async function sumPurchases(ctx: Ctx, days: PurchaseSumsFilter): Promise<PurchaseSums> {
  const { from, to, networkId, planId, resellerIds: [resellerId, ...others] = [] } = days;
  const isOfOne = resellerId !== undefined && others.length === 0 && (networkId ?? planId) === undefined;
  const rows = isOfOne
    ? await selectResellerSums(ctx.db, { resellerId, from: from ?? null, to: to ?? dayOf(new Date()) })
    : await ctx.db.execute(sql`with ${buildSumsCte(days)} select ${TOTALS} from summed`);
  return parseRow(PurchaseSums, rows);
}

const selectResellerSums = prepareQuery<{ resellerId: number; from: string | null; to: string }>(
  ({ resellerId, from, to }) => sql`
    with ${buildSumsCte({ from, to, resellerIds: [resellerId] })} select ${TOTALS} from summed`,
);

const TOTALS: SQL = sql.join(
  [
    ...["delivered", "failed", "cancelled", "reversed", "open", "unconfirmed"],
    ...["sales", "cost", "held_open", "held_unconfirmed"],
  ].map((name) => sql`coalesce(sum(${sql.identifier(name)}), 0) as ${sql.identifier(name)}`),
  sql`, `,
);

/** The CTE `summed`: stored sums of the days where these are valid, and the purchases for all others. */
function buildSumsCte({ from, to, networkId, planId, resellerIds }: PurchaseSumsFilter<SQL>): SQL {
  const conditions = (table: SQL) => [
    ...(networkId === undefined ? [] : [sql`${table}.network_id = ${networkId}`]),
    ...(planId === undefined ? [] : [sql`${table}.plan_id = ${planId}`]),
  ];
  const live = [sql`p.placed_at >= spans.starts`, sql`p.placed_at < spans.ends`, ...conditions(sql`p`)];
  const byPlan = networkId !== undefined || planId !== undefined;
  if (resellerIds) live.push(sql`p.reseller_id = spans.reseller_id`);
  return sql`${buildStoredDaysCte(from ?? null, to ?? dayOf(new Date()))},
    ${resellerIds ? buildResellerSumsCte(resellerIds, byPlan) : STORED_SUMS},
    summed as (
      select
        r.day, r.reseller_id, r.delivered, r.failed, r.cancelled, r.reversed,
        0 as open, 0 as unconfirmed, r.sales, r.cost, 0::bigint as held_open, 0::bigint as held_unconfirmed
      from stored r
      ${buildWhere(conditions(sql`r`))}
      union all
      select
        spans.day, spans.reseller_id, live.delivered, live.failed, live.cancelled, live.reversed,
        live.open, live.unconfirmed, live.sales, live.cost, live.held_open, live.held_unconfirmed
      from spans
      cross join lateral (
        select
          ${outcomeTotals(sql`p`, resellerIds ? "reseller" : "all")},
          count(*) filter (where ${isProcessing(sql`p.state`)}) as open,
          count(*) filter (where p.state = 'unconfirmed') as unconfirmed,
          coalesce(sum(p.price) filter (where ${isProcessing(sql`p.state`)}), 0)::bigint as held_open,
          coalesce(sum(p.price) filter (where p.state = 'unconfirmed'), 0)::bigint as held_unconfirmed
        from purchases p
        ${buildWhere(live)}
      ) live
    )`;
}

/** The CTEs `stored`, the valid stored sums, and `spans`, the days and parts of days without any. */
const STORED_SUMS: SQL = sql`
  stored as (
    select null::bigint as reseller_id, r.* from report_plans r join counted using (day)
  ),
  spans as (
    select
      null::bigint as reseller_id, days.day, coalesce(counted.until, days.starts) as starts, days.ends
    from days
    left join counted using (day)
    where counted.day is null or counted.until is not null
  )`;

/** The same for single resellers, of whom only busy days are stored: each plan's sums, or those of all plans. */
function buildResellerSumsCte(resellerIds: readonly (number | SQL)[], byPlan: boolean): SQL {
  const ids = resellerIds.map((id) => sql`(${id}::bigint)`);
  return sql`
    stored as materialized (
      select r.*, counted.until from report_resellers r join counted using (day)
      where r.reseller_id in ${[...resellerIds]}
        and r.plan_id ${byPlan ? sql`<>` : sql`=`} ${ALL_PLANS}
    ),
    spans as (
      select who.reseller_id, days.day, coalesce(s.until, days.starts) as starts, days.ends
      from days cross join (values ${sql.join(ids, sql`, `)}) who (reseller_id)
      left join (select distinct reseller_id, day, until from stored) s using (reseller_id, day)
      where s.day is null or s.until is not null
    )`;
}
