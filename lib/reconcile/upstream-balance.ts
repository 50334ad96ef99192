import { type SQL, sql } from "drizzle-orm";
import { isSupplierOn } from "#lib/catalogue/sale-conditions";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { dayOf, startOfDay } from "#lib/core/time/time";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import type { UpstreamBalance } from "./unconfirmed-view.ts";

const DAY_MS = 86_400_000;
const MAX_FORECAST_MS = 60 * DAY_MS;
/** Today's spending is measured over at least this long. */
const MIN_ELAPSED_MS = 3_600_000;

/** The last known balance at a supplier, of the last 30 days; null while it is unknown. Admins only. */
export async function getUpstreamBalance(
  ctx: Ctx,
  supplierId = MAIN_SUPPLIER_ID,
): Promise<UpstreamBalance | null> {
  requireAdmin(ctx);
  const [balance = null] = await readUpstreamBalances(ctx, sql`s.id = ${supplierId}`);
  return balance;
}

/** Lists the known balances at the suppliers that are on. Admins only. */
export async function listUpstreamBalances(ctx: Ctx): Promise<UpstreamBalance[]> {
  requireAdmin(ctx);
  return readUpstreamBalances(ctx, isSupplierOn(sql`s`));
}

interface BalanceRow extends Record<string, unknown> {
  id: number;
  name: string;
  amount: string;
  low_balance: string;
  seen_at: string;
  now: string;
  spent_today: string;
}

/** Each supplier's last named balance with later adjustments, and when it runs out at today's rate. */
async function readUpstreamBalances(ctx: Ctx, condition: SQL): Promise<UpstreamBalance[]> {
  const midnight = startOfDay(dayOf(new Date()));
  const rows = await ctx.db.execute<BalanceRow>(sql`
    select
      s.id, s.name, b.amount, s.low_balance, last.answered_at::text as seen_at, now()::text,
      (
        select coalesce(sum(a.cost), 0)
        from attempts a
        where a.claimed_at >= ${midnight.toISOString()}::timestamptz and a.result = 'successful'
          and a.supplier_id = s.id
      ) as spent_today
    from suppliers s
    -- The balance in the last response, and the deposits since.
    cross join lateral (
      select answered_at, balance_after
      from attempts a
      where a.supplier_id = s.id and balance_after is not null and discrepancy is null
        and claimed_at > now() - interval '30 days'
      order by claimed_at desc
      limit 1
    ) last
    cross join lateral (
      select last.balance_after + coalesce(sum(m.amount), 0) as amount
      from upstream_adjustments m
      where m.supplier_id = s.id and m.earliest > last.answered_at
    ) b
    where ${condition}
    order by s.id`);
  return rows.map(({ id, name, seen_at, now, ...row }) => {
    const money = { amount: BigInt(row.amount), spentToday: BigInt(row.spent_today) };
    const lowBalance = BigInt(row.low_balance);
    return {
      supplier: { id, name },
      ...money,
      lowBalance,
      low: money.amount < lowBalance,
      seenAt: new Date(seen_at),
      emptyAt: forecastEmpty(money, new Date(now), midnight),
    };
  });
}

/** When the balance is spent at today's rate; null where that is far off or unknown. */
function forecastEmpty(
  { amount, spentToday }: Pick<UpstreamBalance, "amount" | "spentToday">,
  now: Date,
  midnight: Date,
): Date | null {
  if (spentToday <= 0n || amount <= 0n) return null;
  const elapsed = Math.max(now.getTime() - midnight.getTime(), MIN_ELAPSED_MS);
  const lasts = (Number(amount) / Number(spentToday)) * elapsed;
  return lasts < MAX_FORECAST_MS ? new Date(now.getTime() + lasts) : null;
}
