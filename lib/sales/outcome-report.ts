import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inSnapshot } from "#db/client";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { int, joined, minor, readRows, textOf } from "#lib/core/read-rows";
import { formatNetworkName } from "#lib/core/text/display-name";
import { causeOf, isOfDay, outcomeOf, refundSecondsOf, resolveReportDay } from "./outcome-columns.ts";
import { MAX_REFUND_S } from "./settlement-times.ts";

export type Outcome = "delivered" | "failed" | "cancelled" | "reversed" | "processing" | "unconfirmed";

/** Purchases of one network with the same outcome and cause; money in minor units, times in seconds. */
export type OutcomeRow = z.output<typeof OutcomeRow>;

const OutcomeRow = z.object({
  network: z.string().transform(formatNetworkName),
  outcome: textOf<Outcome>(),
  /** The network's text about a failure, or the portal's own; null where the outcome says it all. */
  cause: z.string().nullable(),
  purchases: int,
  amount: minor,
  /** From the failure, or the unclear response, to the refund; null without one. */
  refund: joined({ median: z.number(), p99: z.number(), longest: z.number(), within30s: int }),
});

/** A sum of purchases and what the ledger has of them. */
export type OutcomeTotal = z.output<typeof OutcomeTotal>;

const OutcomeTotal = z.object({
  outcome: textOf<"all" | "delivered" | "refunded" | "reversed" | "held">(),
  purchases: int,
  amount: minor,
  ledgerEntries: int,
  ledgerAmount: minor,
});

export interface OutcomeReport {
  /** "2026-11-20", of `TIME_ZONE`. */
  day: string;
  rows: OutcomeRow[];
  totals: OutcomeTotal[];
  /** Whether each total is the same in the ledger. */
  agrees: boolean;
}

/** Causes of one outcome at one network beyond these are one row. */
const MAX_CAUSES = 20;
const OTHER_CAUSES = "Other causes";

/**
 * Returns the purchases that were placed on a day, by network, outcome and cause, with the times to their
 * refunds, and their totals beside the ledger's, in one snapshot. Admins only. @throws not_found
 */
export async function getOutcomeReport(
  ctx: Ctx,
  input: { day?: string | undefined },
): Promise<OutcomeReport> {
  requireAdmin(ctx);
  const day = resolveReportDay(input.day);
  return inSnapshot(ctx, async (ctx) => {
    const rows = await readRows(ctx.db, OutcomeRow)`${buildRowsQuery(day)}`;
    const totals = await readRows(ctx.db, OutcomeTotal)`${buildTotalsQuery(day)}`;
    const agrees = totals.every(
      (total) => total.purchases === total.ledgerEntries && total.amount === total.ledgerAmount,
    );
    return { day, rows, totals, agrees };
  });
}

const OUTCOME_ORDER = sql`array['delivered', 'failed', 'cancelled', 'reversed', 'unconfirmed', 'processing']`;

const buildRowsQuery = (day: string): SQL => sql`
  with bought as materialized (
    select
      p.network_name as network, ${outcomeOf(sql`p`)} as outcome, ${causeOf(sql`p`)} as cause,
      p.price, ${refundSecondsOf(sql`p`)} as seconds
    from purchases p
    where ${isOfDay(sql`p`, day)}
  ),
  causes as (
    select
      network, outcome, cause,
      row_number() over (partition by network, outcome order by count(*) desc, cause) as place
    from bought
    group by network, outcome, cause
  ),
  named as (
    select
      b.network, b.outcome, b.price, b.seconds,
      case when c.place > ${MAX_CAUSES} then ${OTHER_CAUSES} else b.cause end as cause
    from bought b
    join causes c on c.network = b.network and c.outcome = b.outcome and c.cause is not distinct from b.cause
  )
  select
    network, outcome, cause, count(*) as purchases, sum(price) as amount,
    percentile_cont(0.5) within group (order by seconds) as "refund.median",
    percentile_cont(0.99) within group (order by seconds) as "refund.p99",
    max(seconds)::float8 as "refund.longest",
    case when max(seconds) is not null then count(*) filter (where seconds <= ${MAX_REFUND_S}) end
      as "refund.within30s"
  from named
  group by network, outcome, cause
  order by network, array_position(${OUTCOME_ORDER}, outcome), purchases desc, cause`;

/**
 * Sums the purchases by state and, on the other side, their entries in the ledger: the held money, and of it
 * the sold, the given back and the rest. A credit while it was unconfirmed takes the place of the refund.
 */
function buildTotalsQuery(day: string): SQL {
  const count = (kind: string) => sql`(count(*) filter (where kind = ${kind}))`;
  const sum = (kind: string) => sql`coalesce(sum(amount) filter (where kind = ${kind}), 0)`;
  return sql`
    with bought as materialized (
      select p.id, p.price, case p.state
        when 'successful' then 'delivered' when 'failed' then 'refunded' when 'reversed' then 'reversed'
        else 'held' end as outcome
      from purchases p
      where ${isOfDay(sql`p`, day)}
    ),
    moves as (
      select case j.kind when 'advance_closed' then 'release' else j.kind end as kind, t.amount
      from bought
      join journals j on j.purchase_id = bought.id
      join transfers t on t.id = j.id
    ),
    summed as (
      select outcome, count(*) as purchases, sum(price) as amount from bought group by outcome
      union all
      select 'all', count(*), coalesce(sum(price), 0) from bought
    ),
    ledger (outcome, entries, amount) as (
      select side.* from (
        select ${count("hold")} as holds, ${sum("hold")} as held,
          ${count("settle")} as settles, ${sum("settle")} as settled,
          ${count("release")} as releases, ${sum("release")} as released,
          ${count("reversal")} as reversals, ${sum("reversal")} as reversed
        from moves
      ) m cross join lateral (values
        ('all', holds, held),
        ('delivered', settles - reversals, settled - reversed),
        ('refunded', releases, released),
        ('reversed', reversals, reversed),
        ('held', holds - settles - releases, held - settled - released)
      ) side (outcome, entries, amount)
    )
    select outcome, coalesce(s.purchases, 0) as purchases, coalesce(s.amount, 0) as amount,
      ledger.entries as ledger_entries, ledger.amount as ledger_amount
    from ledger
    left join summed s using (outcome)
    order by array_position(array['all', 'delivered', 'refunded', 'reversed', 'held'], outcome)`;
}
