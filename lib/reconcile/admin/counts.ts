import { isNull, sql } from "drizzle-orm";
import { discrepancies } from "#db/schema/reconcile";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { isOverdue } from "#lib/purchase/read/decision-deadline";

export interface UnconfirmedCount {
  count: number;
  /** Of those, how many should have been decided by now. */
  overdue: number;
  /** When the oldest was placed; null when there is none. */
  oldestAt: Date | null;
}

/** How many purchases wait for an outcome. Admins only. */
export async function countUnconfirmed(ctx: Ctx): Promise<UnconfirmedCount> {
  requireAdmin(ctx);
  const [row] = await ctx.db.execute<{ count: string; overdue: string; oldest_ms: string | null }>(sql`
    select count(*) as count, count(*) filter (where ${isOverdue(sql`a.claimed_at`)}) as overdue,
      (extract(epoch from min(p.placed_at)) * 1000)::bigint as oldest_ms
    from purchases p cross join lateral (
      select max(claimed_at) as claimed_at from attempts where purchase_id = p.id) a
    where p.state = 'unconfirmed'`);
  return {
    count: Number(row?.count ?? 0),
    overdue: Number(row?.overdue ?? 0),
    oldestAt: row?.oldest_ms ? new Date(Number(row.oldest_ms)) : null,
  };
}

/** How many discrepancies are open. */
export function openDiscrepancies(ctx: Ctx): Promise<number> {
  return ctx.db.$count(discrepancies, isNull(discrepancies.closedAt));
}
