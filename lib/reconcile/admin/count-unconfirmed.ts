import { and, count, eq, isNull, max, min, sql } from "drizzle-orm";
import { attempts, purchases } from "#db/schema/purchase";
import { discrepancies } from "#db/schema/reconcile";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { isDecisionOverdue } from "#lib/purchase/read/decision-deadline";

/** Counts purchases that wait for an outcome, and those that should have been decided by now. Admins only. */
export async function countUnconfirmed(ctx: Ctx) {
  requireAdmin(ctx);
  const sent = ctx.db
    .select({ claimedAt: max(attempts.claimedAt).as("claimed_at") })
    .from(attempts)
    .where(eq(attempts.purchaseId, purchases.id))
    .as("sent");
  const [row] = await ctx.db
    .select({
      count: count(),
      overdue: sql`count(*) filter (where ${isDecisionOverdue(sql`${sent.claimedAt}`)})`.mapWith(Number),
      oldestAt: min(purchases.placedAt),
    })
    .from(purchases)
    .crossJoinLateral(sent)
    .where(eq(purchases.state, "unconfirmed"));
  return row ?? { count: 0, overdue: 0, oldestAt: null };
}
export type UnconfirmedCount = Awaited<ReturnType<typeof countUnconfirmed>>;

/** Counts open discrepancies, of one supplier or of all. */
export function countOpenDiscrepancies(ctx: Ctx, supplierId?: number): Promise<number> {
  const ofSupplier = supplierId === undefined ? undefined : eq(discrepancies.supplierId, supplierId);
  return ctx.db.$count(discrepancies, and(isNull(discrepancies.closedAt), ofSupplier));
}
