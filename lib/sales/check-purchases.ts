import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inSnapshot } from "#db/client";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { isUnsettled } from "#lib/core/purchase-state";
import { int, readRow } from "#lib/core/read-rows";
import { dayOf } from "#lib/core/time/time";
import { checkLedger, type LedgerCheckResult, type LedgerInvariant } from "#lib/ledger/check-ledger";
import { ALL_PLANS, buildStoredDaysCte, outcomeTotals, sellingPriceTotals } from "./aggregate-days.ts";

/** Each promise about stored sums, as a query that counts the violations; sums that aren't valid aren't read. */
const STORED_SUMS = {
  "days whose stored sums don't match their purchases": () => sql`
    with ${buildStoredDaysCte(null, dayOf(new Date()))},
    summed as (
      select counted.day, p.network_id, p.plan_id, ${outcomeTotals(sql`p`, "all")}
      from counted
      join days using (day)
      join purchases p on p.placed_at >= days.starts and p.placed_at < coalesce(counted.until, days.ends)
      group by counted.day, p.network_id, p.plan_id
    ),
    stored as (select r.* from report_plans r join counted using (day))
    select count(distinct day)
    from stored s
    full join summed l using (day, network_id, plan_id)
    where ${differs(["delivered", "failed", "cancelled", "reversed", "sales", "cost"])}`,
  "days whose stored profit of a reseller doesn't match their purchases": () => sql`
    with ${buildStoredDaysCte(null, dayOf(new Date()))},
    stored as (select r.* from report_resellers r join counted using (day)),
    summed as (
      select
        counted.day, p.reseller_id, coalesce(p.network_id, ${ALL_PLANS}) as network_id,
        coalesce(p.plan_id, ${ALL_PLANS}) as plan_id, ${outcomeTotals(sql`p`, "reseller")}, ${sellingPriceTotals(sql`p`)}
      from counted
      join days using (day)
      join purchases p on p.placed_at >= days.starts and p.placed_at < coalesce(counted.until, days.ends)
      where (counted.day, p.reseller_id) in (select day, reseller_id from stored)
      group by grouping sets (
        (counted.day, p.reseller_id, p.network_id, p.plan_id), (counted.day, p.reseller_id))
    )
    select count(distinct day)
    from stored s
    full join summed l using (day, reseller_id, network_id, plan_id)
    where ${differs(["delivered", "sales", "cost", "sold", "paid", "selling_price"])}`,
};

/** The condition that a stored row `s` and the row `l` of the purchases differ. */
function differs(columns: readonly string[]): SQL {
  const of = (row: string) => sql.raw(`(${columns.map((name) => `${row}.${name}`).join()})`);
  return sql`${of("s")} is distinct from ${of("l")}`;
}

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
    where j.kinds is distinct from purchase_journals(p.state, p.advance, p.commission)`,
  "purchases whose hold doesn't match their price": sql`
    select count(*) from purchases p join journals j on j.purchase_id = p.id and j.kind = 'hold'
    join entries e on e.journal_id = j.id and e.account = 'held' where e.amount <> p.price`,
  "purchases whose advance doesn't match their price": sql`
    select count(*) from purchases p join journals j on j.purchase_id = p.id
    join entries e on e.journal_id = j.id and e.account = 'advanced' where abs(e.amount) <> p.price`,
  "commissions that don't match their purchase and its buyer's parent": sql`
    select count(*) from purchases p
    join transfers t on t.purchase_id = p.id and t.kind in ('commission', 'commission_reversal')
    where (t.reseller_id, t.amount) is distinct from (p.parent_id, p.commission)`,
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
export type Invariant = LedgerInvariant | keyof typeof INVARIANTS | keyof typeof STORED_SUMS;

/** Checks in one snapshot that ledger, purchases and stored sums match. For the operator's command and admins. */
export function checkPurchases(ctx: Ctx): Promise<LedgerCheckResult> {
  requireAdmin(ctx);
  return inSnapshot(ctx, async (ctx) => {
    await ctx.db.execute(sql`set local statement_timeout = 0`);
    await ctx.db.execute(sql`set local work_mem = '128MB'`);
    const ledger = await checkLedger(ctx);
    const findings = [...ledger.findings];
    const sums = Object.entries(STORED_SUMS).map(([promise, build]) => [promise, build()] as const);
    for (const [promise, query] of [...Object.entries(INVARIANTS), ...sums]) {
      const { count } = await readRow(ctx.db, z.object({ count: int }))`${query}`;
      if (count !== 0) findings.push(`${count} ${promise}`);
    }
    const { purchases } = await readRow(ctx.db, z.object({ purchases: int }))`
      select count(*) as purchases from purchases`;
    return {
      ok: findings.length === 0,
      findings,
      counted: { purchases, ...ledger.counted },
    };
  });
}
