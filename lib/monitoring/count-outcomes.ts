import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { int, readRow } from "#lib/core/read-rows";
import type { QuarterOutcomes } from "./delivery-board.ts";

/** Counts the purchases placed since then by their outcome. Admins only. */
export async function countOutcomes(ctx: Ctx, { since }: { since: Date }): Promise<QuarterOutcomes> {
  requireAdmin(ctx);
  return readRow(ctx.db, z.object({ delivered: int, failed: int, open: int }))`
    select
      count(*) filter (where ending in ('delivered', 'reversed'))::integer as delivered,
      count(*) filter (where ending = 'failed')::integer as failed,
      count(*) filter (where settled_at is null)::integer as open
    from purchases
    where placed_at >= ${since.toISOString()}::timestamptz`;
}
