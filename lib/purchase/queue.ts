import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { slotGap } from "./claim.ts";
import type { PurchaseDetail } from "./view.ts";

/**
 * A queued purchase's place in the line, and when its turn should come at the present pace, in the order of
 * `claim`: all of the channels before its own; in its own, the reseller's earlier ones, and of each other
 * reseller as many as get their turn in between.
 */
export async function queueOf(ctx: Ctx, id: number): Promise<PurchaseDetail["queue"]> {
  const [row] = await ctx.db.execute<{ place: string; expected_at: string; stopped: boolean }>(sql`
    with own as (
      select p.id, p.reseller_id, array_position(array['web', 'storefront', 'api', 'bulk'], p.channel) as rank
      from purchases p where p.id = ${id}
    ),
    waiting as (
      select q.reseller_id, q.id, array_position(array['web', 'storefront', 'api', 'bulk'], q.channel) as rank
      from purchases q where q.state = 'queued'
    ),
    lines as (
      select w.reseller_id, count(*) as waiting, count(*) filter (where w.id < own.id) as earlier, min(w.id) as first,
        coalesce((select t.claimed_at from turns t where t.reseller_id = w.reseller_id), '-infinity') as turn
      from waiting w join own on w.rank = own.rank group by w.reseller_id
    ),
    mine as (select lines.* from lines join own using (reseller_id)),
    place as (
      select 1 + (select count(*) from waiting w join own on w.rank < own.rank)
        + coalesce((select sum(least(l.waiting, m.earlier + case when (l.turn, l.first) < (m.turn, m.first) then 1 else 0 end))
            from lines l cross join mine m where l.reseller_id <> m.reseller_id), 0)
        + coalesce((select earlier from mine), 0) as place
    )
    select place.place, d.stopped,
      greatest(d.next_slot_at, now()) + make_interval(secs => ${slotGap()} * (place.place::float8 - 1)) as expected_at
    from place cross join dispatcher d`);
  return row
    ? { place: Number(row.place), expectedAt: new Date(row.expected_at), paused: row.stopped }
    : null;
}
