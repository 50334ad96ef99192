import { sql } from "drizzle-orm";
import { inSnapshot } from "#db/client";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { isUnsettled } from "#lib/core/purchase-state";
import { checkLedger, type LedgerCheckResult, type LedgerInvariant } from "#lib/ledger/check-ledger";

/** Each promise about purchases, as a query that counts the violations. */
const INVARIANTS = {
  "resellers whose held money doesn't match their open purchases": sql`
    select count(*)
    from (
      select reseller_id, sum(price) as price
      from purchases
      where ${isUnsettled(sql`state`)}
      group by reseller_id
    ) open
    full join wallets using (reseller_id)
    where coalesce(open.price, 0) <> coalesce(wallets.held, 0)`,
  "resellers whose advances don't match their purchases": sql`
    select count(*)
    from (
      select reseller_id, sum(price) as price
      from purchases
      where advance in ('open', 'awaiting_consent')
      group by reseller_id
    ) advanced
    full join wallets using (reseller_id)
    where coalesce(advanced.price, 0) <> -coalesce(wallets.advanced, 0)`,
  "purchases whose ledger entries don't match their status": sql`
    select count(*)
    from purchases p
    left join (
      select purchase_id, array_agg(kind order by id) as kinds
      from journals
      where purchase_id is not null
      group by purchase_id
    ) j on j.purchase_id = p.id
    where j.kinds is distinct from purchase_journals(p.state, p.advance)`,
  "purchases whose hold doesn't match their price": sql`
    select count(*) from purchases p join journals j on j.purchase_id = p.id and j.kind = 'hold'
    join entries e on e.journal_id = j.id and e.account = 'held' where e.amount <> p.price`,
  "purchases whose advance doesn't match their price": sql`
    select count(*) from purchases p join journals j on j.purchase_id = p.id
    join entries e on e.journal_id = j.id and e.account = 'advanced' where abs(e.amount) <> p.price`,
  "purchases in sending without an open attempt": sql`
    select count(*) from purchases p where state = 'sending'
      and not exists (select from attempts a where a.purchase_id = p.id and a.result is null)`,
  "purchases that were sent more than once": sql`
    select count(*) from (
      select purchase_id from attempts where was_sent(result) group by purchase_id having count(*) > 1
    ) twice`,
  "purchases whose supplier isn't the one they were sent to": sql`
    select count(*)
    from purchases p
    where p.supplier_id is not null and not exists (
      select
      from attempts a
      where a.purchase_id = p.id and a.supplier_id = p.supplier_id and was_sent(a.result))`,
  "delivered purchases whose supplier wasn't named": sql`
    select count(*) from purchases p join attempts a on a.purchase_id = p.id
    where a.supplier_id is null and p.state in ('successful', 'reversed')`,
  "client references used twice by one reseller": sql`
    select count(*)
    from (
      select from purchases group by reseller_id, namespace, ref having count(*) > 1
    ) twice`,
};

/** The text of a finding, after its number. */
export type Invariant = LedgerInvariant | keyof typeof INVARIANTS;

/** Checks in one snapshot that ledger and purchases match. For the operator's command and admins. */
export function checkPurchases(ctx: Ctx): Promise<LedgerCheckResult> {
  requireAdmin(ctx);
  return inSnapshot(ctx, async (ctx) => {
    await ctx.db.execute(sql`set local statement_timeout = 0`);
    await ctx.db.execute(sql`set local work_mem = '128MB'`);
    const ledger = await checkLedger(ctx);
    const findings = [...ledger.findings];
    for (const [promise, query] of Object.entries(INVARIANTS)) {
      const [row] = await ctx.db.execute<{ count: string }>(query);
      if (row && row.count !== "0") findings.push(`${row.count} ${promise}`);
    }
    const [row] = await ctx.db.execute<{ count: string }>(sql`select count(*) from purchases`);
    return {
      ok: findings.length === 0,
      findings,
      counted: { purchases: Number(row?.count ?? 0), ...ledger.counted },
    };
  });
}
