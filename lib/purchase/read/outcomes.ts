import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { attempts, purchases } from "#db/schema/purchase";

/** The condition that an attempt may have been executed; of a purchase at most one is (`attempts_sent_once`). */
export const WAS_SENT = sql`(meaning is null or meaning not in ('unsent', 'throttled', 'refused'))`;

/** A purchase as rooms that keep its `id` join it; they may read its `outcomeColumns`. */
export const delivery = alias(purchases, "delivery");

export const outcomeColumns = {
  ident: delivery.ident,
  price: delivery.price,
  state: delivery.state,
  ending: delivery.ending,
  placedAt: delivery.placedAt,
  settledAt: delivery.settledAt,
  reversedAt: delivery.reversedAt,
  sentAt:
    sql<Date | null>`(select claimed_at from attempts where purchase_id = ${delivery.id} and ${WAS_SENT})`
      .mapWith(attempts.claimedAt)
      .as("sent_at"),
};

/** A query for the state of each purchase, for statements of those rooms that are written by hand. */
export function outcomes(): SQL {
  return sql`select id, reseller_id, channel, price, state, settled_at, reversed_at from purchases`;
}
