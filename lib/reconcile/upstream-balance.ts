import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { isSupplierOn } from "#lib/catalogue/sale-conditions";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { instant, int, minor, readRows } from "#lib/core/read-rows";
import { dayOf, startOfDay } from "#lib/core/time/time";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";

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

/** The operator's last known money at a supplier, in minor units. */
export type UpstreamBalance = z.output<typeof UpstreamBalance>;

const UpstreamBalance = z
  .object({
    supplier: z.object({ id: int, name: z.string() }),
    amount: minor,
    lowBalance: minor,
    low: z.boolean(),
    seenAt: instant,
    spentToday: minor,
    now: instant,
  })
  .transform(({ now, ...balance }) => ({
    ...balance,
    /** At today's pace; null when it is empty, when nothing was spent or it lasts for more than 60 days. */
    emptyAt: forecastEmpty(balance, now),
  }));

/** Each supplier's last named balance with later adjustments, and when it runs out at today's rate. */
async function readUpstreamBalances(ctx: Ctx, condition: SQL): Promise<UpstreamBalance[]> {
  const midnight = startOfDay(dayOf(new Date()));
  return readRows(ctx.db, UpstreamBalance)`
    select
      s.id as "supplier.id", s.name as "supplier.name", b.amount, s.low_balance,
      b.amount < s.low_balance as low, last.answered_at as seen_at, now(),
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
    order by s.id`;
}

/** When the balance is spent at today's rate; null where that is far off or unknown. */
function forecastEmpty(
  { amount, spentToday }: Record<"amount" | "spentToday", Minor>,
  now: Date,
): Date | null {
  if (spentToday <= 0n || amount <= 0n) return null;
  const elapsed = Math.max(now.getTime() - startOfDay(dayOf(now)).getTime(), MIN_ELAPSED_MS);
  const lasts = (Number(amount) / Number(spentToday)) * elapsed;
  return lasts < MAX_FORECAST_MS ? new Date(now.getTime() + lasts) : null;
}
