import { type SQL, sql } from "drizzle-orm";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { log } from "#lib/core/log";
import { MAX_TRANSACTION_TIME } from "./aggregate-days.ts";

const MAX_FIRST_DAYS = 31;

/**
 * Closes every day that ended over an hour ago and is not closed, oldest first, each once: it stores the
 * movements, and the wallets' total before and after. The newest is closed with a check of the whole ledger.
 * Several processes may run it.
 * @param prove checks the ledger, and returns a line for each broken promise.
 * @returns the number of days closed.
 */
export async function closeDays(ctx: Ctx, prove: LedgerProver): Promise<number> {
  requireSystem(ctx);
  const zone = env().TIME_ZONE;
  const days = await ctx.db.execute<{ day: string }>(sql`
    with over as (
      select
        ((now() - ${MAX_TRANSACTION_TIME}) at time zone ${zone})::date - 1 as last,
        (select (min(at) at time zone ${zone})::date from journals) as began,
        (select max(day) from daily_closes) as closed
    )
    select generate_series(
      coalesce(closed + 1, greatest(began, last - ${MAX_FIRST_DAYS - 1}::int)),
      last,
      '1 day'
    )::date::text as day
    from over
    where began is not null`);
  let closed = 0;
  for (const [n, { day }] of days.entries()) {
    const proof = n === days.length - 1 ? await runProof(ctx, prove) : { proved: false, findings: [] };
    const [row] = await ctx.db.execute<{ difference: string }>(buildCloseStatement(day, zone, proof));
    if (!row) continue;
    closed += 1;
    if (row.difference !== "0" || proof.findings.length > 0)
      log.error("ledger.out_of_balance", { day, difference: row.difference, findings: proof.findings });
  }
  return closed;
}

type LedgerProver = (ctx: Ctx) => Promise<string[]>;

interface Proof {
  proved: boolean;
  findings: string[];
}

/** Runs the check. A day is closed even if the check fails or takes too long. */
async function runProof(ctx: Ctx, prove: LedgerProver): Promise<Proof> {
  try {
    return { proved: true, findings: await prove(ctx) };
  } catch (error) {
    log.warn("ledger.not_checked", { error });
    return { proved: false, findings: [] };
  }
}

/** One statement, so that all figures are of the same time. */
function buildCloseStatement(day: string, zone: string, { proved, findings }: Proof): SQL {
  const starts = sql`(${day}::date::timestamp at time zone ${zone})`;
  const ends = sql`((${day}::date + 1)::timestamp at time zone ${zone})`;
  const moved = (account: string, from: string) =>
    sql`coalesce((select sum(amount) from ${sql.raw(from)} where account = ${account}), 0)`;
  const before = (account: "wallet" | "held") => sql`coalesce(
    (
      select ${sql.raw(account === "wallet" ? "wallets_after" : "held_after")}
      from daily_closes
      where day = ${day}::date - 1
    ),
    (
      select sum(e.amount)
      from journals j
      join entries e on e.journal_id = j.id
      where j.at < ${starts} and e.account = ${account}
    ),
    0)`;
  // Rare, so that all of them are summed.
  const advanced = sql`(
    select coalesce(sum(e.amount), 0)
    from journals j
    join entries e on e.journal_id = j.id
    where j.at < ${ends} and j.kind like 'advance%' and e.account = 'advanced')`;
  return sql`
    with journaled as materialized (
      select j.id, j.kind, j.purchase_id, e.account, e.amount
      from journals j
      join entries e on e.journal_id = j.id
      where j.at >= ${starts} and j.at < ${ends}
    ),
    since as materialized (
      select e.account, sum(e.amount) as amount
      from journals j
      join entries e on e.journal_id = j.id
      where j.at >= ${ends}
      group by e.account
    ),
    bought as materialized (
      select j.kind, p.network_name, p.price, coalesce(p.charged, p.cost) as cost
      from journals j
      join purchases p on p.id = j.purchase_id
      where j.at >= ${starts} and j.at < ${ends}
        and j.kind in ('settle', 'release', 'advance_closed', 'reversal')
    ),
    sold as (
      select
        network_name,
        count(*) filter (where kind = 'settle') as delivered,
        sum(case kind when 'settle' then price when 'reversal' then -price else 0 end) as sales,
        sum(case kind when 'settle' then cost when 'reversal' then -cost else 0 end) as cost
      from bought
      where kind in ('settle', 'reversal')
      group by network_name
    ),
    stood as (
      select ${before("wallet")} as wallets, ${before("held")} as held
    )
    insert into daily_closes (
      day, time_zone,
      delivered, failed, reversed,
      sales, cost,
      wallets_before, wallets_after, held_before, held_after,
      kinds,
      networks,
      main_supplier_balance,
      suspense,
      advanced,
      difference,
      proved, findings
    )
    select
      ${day}::date, ${zone},
      (select count(*) from bought where kind = 'settle'),
      (select count(*) from bought where kind in ('release', 'advance_closed')),
      (select count(*) from bought where kind = 'reversal'),
      ${moved("sales", "journaled")}, coalesce((select sum(cost) from sold), 0),
      wallets, wallets + ${moved("wallet", "journaled")}, held, held + ${moved("held", "journaled")},
      coalesce((
        select jsonb_agg(
          jsonb_build_object(
            'kind', kind, 'count', count::text,
            'wallets', wallets::text, 'held', held::text, 'advanced', advanced::text)
          order by kind)
        from (
          select
            kind,
            count(distinct id) as count,
            coalesce(sum(amount) filter (where account = 'wallet'), 0) as wallets,
            coalesce(sum(amount) filter (where account = 'held'), 0) as held,
            coalesce(sum(amount) filter (where account = 'advanced'), 0) as advanced
          from journaled
          group by kind
        ) k
      ), '[]'),
      coalesce((
        select jsonb_agg(
          jsonb_build_object(
            'network', network_name, 'delivered', delivered::text, 'sales', sales::text, 'cost', cost::text)
          order by network_name)
        from sold
      ), '[]'),
      (
        select balance_after
        from attempts
        where claimed_at < ${ends} and claimed_at >= ${ends} - interval '30 days'
          and balance_after is not null and discrepancy is null
        order by claimed_at desc
        limit 1
      ),
      coalesce((
        select -sum(e.amount)
        from operator_entries e
        join provider_transactions t on t.id = e.transaction_id
        where e.account = 'suspense' and e.at < ${ends} and t.currency = ${env().CURRENCY}
      ), 0),
      -${advanced},
      -- Between the wallets of now and those before the day with every movement since.
      abs((select coalesce(sum(wallet), 0) from wallets)
          - wallets - ${moved("wallet", "journaled")} - ${moved("wallet", "since")})
        + abs((select coalesce(sum(wallets.held), 0) from wallets)
          - stood.held - ${moved("held", "journaled")} - ${moved("held", "since")})
        + abs((select coalesce(sum(wallets.advanced), 0) from wallets)
          - ${advanced} - ${moved("advanced", "since")}),
      ${proved}, array(select jsonb_array_elements_text(${JSON.stringify(findings)}::jsonb))
    from stood
    on conflict (day) do nothing
    returning difference::text`;
}
