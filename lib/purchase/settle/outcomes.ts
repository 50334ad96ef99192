import { type SQL, sql } from "drizzle-orm";

/** A query for the state of each purchase, for rooms that keep its `id`. */
export function outcomes(): SQL {
  return sql`select id, reseller_id, channel, ident, price, state, placed_at, settled_at, reversed_at,
    ending is not distinct from 'cancelled' as cancelled,
    (select claimed_at from attempts where purchase_id = purchases.id and ${WAS_SENT}) as sent_at from purchases`;
}

/** The condition that an attempt may have been executed; of a purchase at most one is (`attempts_sent_once`). */
export const WAS_SENT = sql`(meaning is null or meaning not in ('unsent', 'throttled', 'refused'))`;
