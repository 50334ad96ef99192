import { z } from "zod";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { getLevelPrice } from "#lib/catalogue/price/price";
import type { Ctx } from "#lib/core/context";
import { int, minor, readRows } from "#lib/core/read-rows";
import type { WalletEntry } from "./judge-history.ts";

const Entry = z.object({ reseller: int, ref: z.string().nullable(), amount: minor, balance: minor });

/** Reads the entries of all wallets in their ledger's order, by reseller. */
export async function readWallets({ db }: Ctx): Promise<ReadonlyMap<number, readonly WalletEntry[]>> {
  const rows = await readRows(db, Entry)`
    select e.reseller_id as reseller, case when j.kind = 'hold' then p.ref end as ref, e.amount, e.balance
    from entries e
    join journals j on j.id = e.journal_id
    left join purchases p on p.id = j.purchase_id
    where e.account = 'wallet'
    order by e.id`;
  return Map.groupBy(rows, ({ reseller }) => reseller);
}

/** Reads the highest price of each plan so far for the level of all buyers, in minor units. */
export async function readHighestPrices(ctx: Ctx): Promise<(planId: number) => bigint> {
  const { plans } = await getCatalogue(ctx);
  const sold = await readRows(ctx.db, z.object({ plan: int, price: minor }))`
    select plan_id as plan, max(price) as price from purchases group by plan_id`;
  const highest = new Map(sold.map(({ plan, price }) => [plan, price]));
  return (planId) => {
    const plan = plans.get(planId);
    const [now, before] = [(plan && getLevelPrice(plan, "api")) ?? 0n, highest.get(planId) ?? 0n];
    return now > before ? now : before;
  };
}
