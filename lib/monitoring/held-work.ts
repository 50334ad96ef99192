import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { int, minor, readRows, textOf } from "#lib/core/read-rows";
import { dayOf } from "#lib/core/time/time";
import type { AutomaticPurchaseKind } from "#lib/dispatch/release-automatic-purchases";

/** Purchases of one kind that the portal places when it is released. `sum`: the maximum, in minor units. */
export type HeldWork = z.output<typeof HeldWork>;

const HeldWork = z.object({ kind: textOf<AutomaticPurchaseKind>(), count: int, sum: minor });

/**
 * Lists work paused since a restore of the database: paid orders, rows of batches and due schedules, which
 * may have been sold after the backup. Admins only.
 */
export async function listHeldWork(ctx: Ctx): Promise<HeldWork[]> {
  requireAdmin(ctx);
  return readRows(ctx.db, HeldWork)`
    select kind, count, coalesce(sum, 0) as sum
    from dispatcher
    cross join unnest(on_hold) held
    cross join lateral (
      select 'order' as kind, count(*) as count, sum(price) as sum
      from orders
      where due_at is not null and payment = 'received' and purchase_id is null
      union all
      select 'batch', count(*), sum(price)
      from batch_rows
      where state = 'waiting'
        and batch_id in (select id from batches where state = 'running' and done_at is null)
      union all
      select 'schedule', count(*), sum(max_price)
      from schedules
      where state = 'active' and next_on <= ${dayOf(new Date())}
    ) work
    where kind = held
    order by array_position(array['order', 'batch', 'schedule'], kind)`;
}
