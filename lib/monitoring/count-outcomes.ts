import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { QuarterOutcomes } from "./delivery-board.ts";

/** Counts the purchases placed since then by their outcome. Admins only. */
export async function countOutcomes(ctx: Ctx, { since }: { since: Date }): Promise<QuarterOutcomes> {
  requireAdmin(ctx);
  const [row] = await ctx.db.execute<{ delivered: number; failed: number; open: number }>(sql`
    select
      count(*) filter (where ending in ('delivered', 'reversed'))::integer as delivered,
      count(*) filter (where ending = 'failed')::integer as failed,
      count(*) filter (where settled_at is null)::integer as open
    from purchases
    where placed_at >= ${since.toISOString()}::timestamptz`);
  return row ?? { delivered: 0, failed: 0, open: 0 };
}
