import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";

export interface CheckResult {
  ok: boolean;
  /** One line for each promise that is broken. */
  findings: string[];
  /** How many rows were looked at. */
  counted: Record<string, number>;
}

/** Each promise about money as a query that counts what breaks it; see the invariants I4, I5, I10. */
const PROMISES = {
  "journals that are not two entries which sum to zero": sql`
    select (select count(*) from journals) - count(*) as count from (
      select journal_id from entries group by journal_id having sum(amount) = 0 and count(*) = 2
    ) good`,
  "balances that differ from their entries": sql`
    select count(*) from (
      select reseller_id,
        coalesce(sum(amount) filter (where account = 'wallet'), 0) as wallet,
        coalesce(sum(amount) filter (where account = 'held'), 0) as held,
        coalesce(sum(amount) filter (where account = 'sales'), 0) as sales,
        coalesce(sum(amount) filter (where account = 'funding'), 0) as funding
      from entries group by reseller_id
    ) summed full join wallets using (reseller_id)
    where (wallets.wallet, wallets.held, wallets.sales, wallets.funding) is distinct from
      (coalesce(summed.wallet, 0), coalesce(summed.held, 0), coalesce(summed.sales, 0), coalesce(summed.funding, 0))`,
  "entries whose balance is not the one before plus their amount": sql`
    select count(*) from (
      select balance, amount, lag(balance, 1, 0::bigint) over (partition by reseller_id, account order by id) as before from entries
    ) chained where balance <> before + amount`,
  "wallets below their floor": sql`select count(*) from wallets where wallet < floor`,
  "journals without their audit record": sql`
    select count(*) from journals j where not exists (select from audit a where a.journal_id = j.id)`,
};

/** Proves from the outside, in one snapshot, that the books balance. Reads every journal. */
export async function checkLedger(ctx: Ctx): Promise<CheckResult> {
  requireAdmin(ctx);
  const findings: string[] = [];
  for (const [promise, query] of Object.entries(PROMISES)) {
    const [row] = await ctx.db.execute<{ count: string }>(query);
    if (row && row.count !== "0") findings.push(`${row.count} ${promise}`);
  }
  const [counted] = await ctx.db.execute<Record<string, string>>(sql`
    select (select count(*) from wallets) as wallets, (select count(*) from journals) as journals,
      (select count(*) from entries) as entries`);
  return { ok: findings.length === 0, findings, counted: numbers(counted) };
}

function numbers(row: Record<string, string> | undefined): Record<string, number> {
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, count]) => [name, Number(count)]));
}
