import { and, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { attempts } from "#db/schema/purchase";
import { suppliers } from "#db/schema/supplier";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { dayOf, startOfDay } from "#lib/core/time/time";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { getReconcileSettings } from "./reconcile-settings.ts";
import type { UpstreamBalance } from "./unconfirmed-view.ts";

const DAY_MS = 86_400_000;
const MAX_FORECAST_MS = 60 * DAY_MS;
/** Today's spending is measured over at least this long. */
const MIN_ELAPSED_MS = 3_600_000;

/** The last known balance at a supplier with later adjustments, and when it runs out at today's rate. */
export async function getUpstreamBalance(
  ctx: Ctx,
  supplierId = MAIN_SUPPLIER_ID,
): Promise<UpstreamBalance | null> {
  requireAdmin(ctx);
  const isMain = supplierId === MAIN_SUPPLIER_ID;
  const ofSupplier = isMain ? sql`supplier_id = 1` : sql`supplier_id <> 1 and supplier_id = ${supplierId}`;
  const lowBalance = isMain
    ? (await getReconcileSettings(ctx)).lowBalance
    : await getLowBalance(ctx, supplierId);
  const midnight = startOfDay(dayOf(new Date()));
  const { balanceAfter, answeredAt, claimedAt, discrepancy } = attempts;
  const [last] = await ctx.db
    .select({
      amount: sql`balance_after + coalesce((
        select sum(m.amount) from upstream_adjustments m where m.supplier_id = ${supplierId} and m.earliest > attempts.answered_at), 0)`.mapWith(
        BigInt,
      ),
      seenAt: sql`answered_at`.mapWith(answeredAt),
      now: sql`now()`.mapWith(claimedAt),
      spentToday: sql`(
        select coalesce(sum(coalesce(a.cost, (select p.cost from purchases p where p.id = a.purchase_id))), 0) from attempts a
        where a.claimed_at >= ${midnight.toISOString()}::timestamptz and a.result = 'successful' and a.supplier_id = ${supplierId})`.mapWith(
        BigInt,
      ),
    })
    .from(attempts)
    .where(
      and(
        ofSupplier,
        isNotNull(balanceAfter),
        isNull(discrepancy),
        gt(claimedAt, sql`now() - interval '30 days'`),
      ),
    )
    .orderBy(desc(claimedAt))
    .limit(1);
  if (!last) return null;
  const { amount, seenAt, now, spentToday } = last;
  const elapsed = Math.max(now.getTime() - midnight.getTime(), MIN_ELAPSED_MS);
  const lasts =
    spentToday > 0n && amount > 0n
      ? (Number(amount) / Number(spentToday)) * elapsed
      : Number.POSITIVE_INFINITY;
  return {
    amount,
    seenAt,
    low: amount < lowBalance,
    spentToday,
    emptyAt: lasts < MAX_FORECAST_MS ? new Date(now.getTime() + lasts) : null,
  };
}

async function getLowBalance(ctx: Ctx, supplierId: number): Promise<bigint> {
  const [row] = await ctx.db
    .select({ lowBalance: suppliers.lowBalance })
    .from(suppliers)
    .where(eq(suppliers.id, supplierId));
  return row?.lowBalance ?? 0n;
}
