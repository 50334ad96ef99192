import { type SQL, sql } from "drizzle-orm";

/** A query for what became of each purchase, for a room that knows it by `reseller_id` and `ref`. */
export function outcomes(): SQL {
  return sql`select reseller_id, ref, ident, price, state, placed_at, settled_at, outcome,
    coalesce(settled_by in ('cancelled', 'deadline'), false) as cancelled from purchases`;
}
