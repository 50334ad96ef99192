import { type SQL, sql } from "drizzle-orm";

/** The one attempt that may have been executed; the others were provably not. */
const SENT = sql`(meaning is null or meaning not in ('unsent', 'throttled', 'refused'))`;

/** A query for what became of each purchase, for a room that knows it by `reseller_id` and `ref`. */
export function outcomes(): SQL {
  return sql`select reseller_id, ref, ident, price, state, placed_at, settled_at, reversed_at,
    coalesce(settled_by in ('cancelled', 'deadline'), false) as cancelled,
    (select claimed_at from attempts where purchase_id = purchases.id and ${SENT}) as sent_at from purchases`;
}
