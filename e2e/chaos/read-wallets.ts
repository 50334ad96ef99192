import { z } from "zod";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { getLevelPrice } from "#lib/catalogue/price/price";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { int, minor, readRows } from "#lib/core/read-rows";
import type { WalletEntry } from "./history.ts";

const Entry = z.object({
  reseller: int,
  ref: z.string().nullable(),
  amount: minor,
  balance: minor,
  returned: z.string().nullable(),
  isAdvance: z.boolean(),
  day: z.string().nullable(),
  spender: z.string().nullable(),
  networkId: int.nullable(),
});

/** Reads the entries of all wallets in their ledger's order, by reseller. A token is named by the one that it renews. */
export async function readWallets({ db }: Ctx): Promise<ReadonlyMap<number, readonly WalletEntry[]>> {
  const rows = await readRows(db, Entry)`
    select
      e.reseller_id as reseller, e.amount, e.balance, p.network_id, j.kind = 'advance' as is_advance,
      case when j.kind = 'hold' then p.ref end as ref,
      case when j.kind in ('release', 'reversal', 'advance') then p.ref end as returned,
      to_char(p.placed_at at time zone ${env().TIME_ZONE}, 'YYYY-MM-DD') as day,
      coalesce('helper ' || p.helper_id, 'token ' || coalesce(t.original_id, t.id)) as spender
    from entries e
    join journals j on j.id = e.journal_id
    left join purchases p on p.id = j.purchase_id
    left join tokens t on t.id = p.token_id
    where e.account = 'wallet'
    order by e.id`;
  return Map.groupBy(rows, ({ reseller }) => reseller);
}

/** Reads the highest price of each plan so far for the level of all buyers, in minor units: also one without a purchase. */
export async function readHighestPrices(ctx: Ctx): Promise<(planId: number) => bigint> {
  const { plans } = await getCatalogue(ctx);
  const sold = await readRows(ctx.db, z.object({ plan: int, price: minor }))`
    select plan_id as plan, max(price) as price
    from (
      select plan_id, price from purchases
      union all
      select plan_id, (100 * (changes -> 'api_amount' ->> 1)::numeric)::bigint from plan_changes
      where changes ? 'api_amount' and changes -> 'api_amount' ->> 1 is not null
    ) seen
    group by plan_id`;
  const highest = new Map(sold.map(({ plan, price }) => [plan, price]));
  return (planId) => {
    const plan = plans.get(planId);
    const [now, before] = [(plan && getLevelPrice(plan, "api")) ?? 0n, highest.get(planId) ?? 0n];
    return now > before ? now : before;
  };
}
