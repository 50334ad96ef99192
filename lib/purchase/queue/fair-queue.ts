import { type SQL, sql } from "drizzle-orm";
import type { PurchaseChannel } from "#lib/purchase/read/purchase-view";

/**
 * The order of channels within a reseller's turns: of ten, four go to the web, three to the shop, two to the
 * API and one to batches. The next reseller is the one whose last turn is the longest ago; empty channels and
 * paused batches are skipped, and within a channel the oldest purchase goes first.
 */
const CYCLE: PurchaseChannel[] = ["web", "shop", "web", "api", "web", "shop", "batch", "web", "shop", "api"];

export const CYCLE_LENGTH = sql.raw(String(CYCLE.length));

/** The cycle as a table: a row for each slot. */
export const CHANNEL_CYCLE = sql.raw(
  `(values ${CYCLE.map((channel, pos) => `(${pos}, '${channel}')`).join(", ")}) cycle(pos, channel)`,
);

/** The steps from a reseller's position in the cycle to one of its slots. */
export const countStepsFrom = (place: SQL) => sql`(cycle.pos - ${place} + ${CYCLE_LENGTH}) % ${CYCLE_LENGTH}`;

/**
 * A query that locks the next purchase (`id`), with its reseller's next position in the cycle (`place`); it
 * skips locked purchases and may return no row.
 * @param supplierId the supplier for whose turn it is.
 * @param isTaken the condition on a purchase `p` that it is taken.
 */
export function nextInFairQueue(supplierId: SQL, isTaken: (p: SQL) => SQL): SQL {
  // Loops that end at the first row found, so that one purchase alone is looked at and locked.
  return sql`
    with resellers_in_turn as materialized (
      select w.reseller_id, coalesce(t.place, 0) as place
      from waiting_resellers w
      left join fair_queue t on t.reseller_id = w.reseller_id and t.supplier_id = ${supplierId}
      order by t.claimed_at nulls first, w.reseller_id
    )
    select next.id, next.place
    from resellers_in_turn r
    cross join lateral (
      select oldest.id, (channels.pos + 1) % ${CYCLE_LENGTH} as place
      from (select pos, channel from ${CHANNEL_CYCLE} order by ${countStepsFrom(sql`r.place`)}) channels
      cross join lateral (
        select p.id
        from purchases p
        where p.state = 'queued' and not p.paused and p.reseller_id = r.reseller_id
          and p.channel = channels.channel
          and p.deadline_at > now()
          and ${isTaken(sql`p`)}
        order by p.id
        limit 1
        for update of p skip locked
      ) oldest
      limit 1
    ) next
    limit 1`;
}
