import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { dayOf } from "#lib/core/time";
import type { HeldKind } from "#lib/purchase/send/release";

/** Purchases of one kind that the portal makes as soon as the kind is released. `sum` in minor units, at most. */
export interface HeldWork {
  kind: HeldKind;
  count: number;
  sum: Minor;
}

/**
 * What is on hold since the database was restored: paid orders, rows of batches and due schedules. All of it may have been
 * sold since the backup. Admins only.
 */
export async function heldWork(ctx: Ctx): Promise<HeldWork[]> {
  requireAdmin(ctx);
  const rows = await ctx.db.execute<{ kind: HeldKind; count: number; sum: string }>(sql`
    select kind, count, coalesce(sum, 0) as sum from dispatcher cross join unnest(on_hold) held cross join lateral (
      select 'order' as kind, count(*)::integer as count, sum(price) as sum from orders
        where next_look_at is not null and payment = 'received' and purchase_id is null
      union all
      select 'batch', count(*)::integer, sum(price) from bulk_rows where state = 'waiting'
        and run_id in (select id from bulk_runs where state = 'running' and done_at is null)
      union all
      select 'schedule', count(*)::integer, sum(most) from schedules where state = 'active' and next_on <= ${dayOf(new Date())}
    ) work where kind = held order by array_position(array['order', 'batch', 'schedule'], kind)`);
  return rows.map(({ kind, count, sum }) => ({ kind, count, sum: BigInt(sum) }));
}
