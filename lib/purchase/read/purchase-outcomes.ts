import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { attempts, purchases } from "#db/schema/purchase";

/** The worker of an attempt that a lost database may have made: without a known time and response. */
export const RESTORED_WORKER = "restored";

/** The alias for modules that store a purchase's `id` and join it; they may read its `outcomeColumns`. */
export const linkedPurchase = alias(purchases, "delivery");

export const outcomeColumns = {
  ident: linkedPurchase.ident,
  price: linkedPurchase.price,
  state: linkedPurchase.state,
  ending: linkedPurchase.ending,
  advance: linkedPurchase.advance,
  placedAt: linkedPurchase.placedAt,
  settledAt: linkedPurchase.settledAt,
  reversedAt: linkedPurchase.reversedAt,
  sentAt: sql<Date | null>`(
    select claimed_at from attempts where purchase_id = ${linkedPurchase.id} and was_sent(result))`
    .mapWith(attempts.claimedAt)
    .as("sent_at"),
};

/** A query for the state of each purchase, for the SQL statements of those modules. */
export function selectPurchaseOutcomes(): SQL {
  return sql`select id, reseller_id, channel, price, state, settled_at, reversed_at from purchases`;
}
