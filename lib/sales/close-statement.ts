import { type SQL, sql } from "drizzle-orm";
import { env } from "#lib/core/env";

/** Whether the ledger was checked, with a line for each broken promise. */
export interface LedgerProof {
  proved: boolean;
  findings: string[];
}

/** The accounts of the ledger that wallets have, each a column of `wallets`. */
type WalletAccount = "wallet" | "held" | "advanced";

/**
 * Builds the statement that closes a day and returns the difference, unless the day is closed. It is one, so
 * that all figures are of the same time.
 */
export function buildCloseStatement(day: string, { proved, findings }: LedgerProof): SQL {
  const zone = env().TIME_ZONE;
  const starts = sql`(${day}::date::timestamp at time zone ${zone})`;
  const ends = sql`((${day}::date + 1)::timestamp at time zone ${zone})`;
  return sql`
    with journaled as materialized (
      select j.id, j.kind, e.account, e.amount
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
    ended as materialized (
      select j.kind, p.network_name, p.price, p.commission, coalesce(p.charged, p.cost) as cost
      from journals j
      join purchases p on p.id = j.purchase_id
      where j.at >= ${starts} and j.at < ${ends}
        and j.kind in ('settle', 'release', 'advance_closed', 'reversal', 'commission', 'commission_reversal')
    ),
    sold as (
      select
        network_name,
        count(*) filter (where kind = 'settle') as delivered,
        sum(case kind
          when 'settle' then price when 'reversal' then -price
          when 'commission' then -commission when 'commission_reversal' then commission else 0 end) as sales,
        sum(case kind when 'settle' then cost when 'reversal' then -cost else 0 end) as cost
      from ended
      where kind in ('settle', 'reversal', 'commission', 'commission_reversal')
      group by network_name
    ),
    before as (
      select
        ${sumBefore("wallet", sql`wallets_after`, day, starts)} as wallets,
        ${sumBefore("held", sql`held_after`, day, starts)} as held
    )
    insert into daily_closes (
      day, time_zone,
      delivered, failed, reversed,
      sales, cost,
      wallets_before, wallets_after,
      held_before, held_after,
      kinds, networks,
      main_supplier_balance,
      suspense,
      advanced,
      difference,
      proved, findings
    )
    select
      ${day}::date, ${zone},
      (select count(*) from ended where kind = 'settle'),
      (select count(*) from ended where kind in ('release', 'advance_closed')),
      (select count(*) from ended where kind = 'reversal'),
      ${movement("sales")}, coalesce((select sum(cost) from sold), 0),
      before.wallets, before.wallets + ${movement("wallet")},
      before.held, before.held + ${movement("held")},
      ${MOVEMENTS_BY_KIND}, ${SALES_BY_NETWORK},
      ${selectLastBalance(ends)},
      ${sumSuspense(ends)},
      -${sumAdvances(ends)},
      ${difference("wallet", sql`before.wallets + ${movement("wallet")}`)}
        + ${difference("held", sql`before.held + ${movement("held")}`)}
        + ${difference("advanced", sumAdvances(ends))},
      ${proved}, array(select jsonb_array_elements_text(${JSON.stringify(findings)}::jsonb))
    from before
    on conflict (day) do nothing
    returning difference::text`;
}

/** An account's sum when the day began: as the day before was closed, or of all entries until then. */
const sumBefore = (account: WalletAccount, closedColumn: SQL, day: string, starts: SQL): SQL => sql`coalesce(
  (select ${closedColumn} from daily_closes where day = ${day}::date - 1),
  (
    select sum(e.amount)
    from journals j
    join entries e on e.journal_id = j.id
    where j.at < ${starts} and e.account = ${account}
  ),
  0)`;

/** The amount that the day moved into an account. */
const movement = (account: WalletAccount | "sales"): SQL =>
  sql`coalesce((select sum(amount) from journaled where account = ${account}), 0)`;

/** By how much the wallets of now differ from those after the day and every movement since. */
const difference = (account: WalletAccount, after: SQL): SQL => sql`abs(
  (select coalesce(sum(wallets.${sql.raw(account)}), 0) from wallets)
    - (${after})
    - coalesce((select sum(amount) from since where account = ${account}), 0))`;

/** The sum that is advanced when the day ends. Advances are rare, so that all entries are summed. */
const sumAdvances = (ends: SQL): SQL => sql`(
  select coalesce(sum(e.amount), 0)
  from journals j
  join entries e on e.journal_id = j.id
  where j.at < ${ends} and j.kind like 'advance%' and e.account = 'advanced')`;

const sumSuspense = (ends: SQL): SQL => sql`coalesce((
  select -sum(e.amount)
  from operator_entries e
  join provider_transactions t on t.id = e.transaction_id
  where e.account = 'suspense' and e.at < ${ends} and t.currency = ${env().CURRENCY}
), 0)`;

/** Selects the balance at the main supplier in the last response before the day ended. */
const selectLastBalance = (ends: SQL): SQL => sql`(
  select balance_after
  from attempts
  where claimed_at < ${ends} and claimed_at >= ${ends} - interval '30 days'
    and balance_after is not null and discrepancy is null
  order by claimed_at desc
  limit 1
)`;

const MOVEMENTS_BY_KIND = sql`coalesce((
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
), '[]')`;

const SALES_BY_NETWORK = sql`coalesce((
  select jsonb_agg(
    jsonb_build_object(
      'network', network_name, 'delivered', delivered::text, 'sales', sales::text, 'cost', cost::text)
    order by network_name)
  from sold
), '[]')`;
