import { type SQL, sql } from "drizzle-orm";
import type { Level } from "#lib/core/context";

/**
 * A query for the reseller's row (`id`, `daily_limit`) if they may buy at this level, locked so that a
 * restriction that comes at the same moment waits, and then finds the purchase.
 */
export function mayBuy(resellerId: number, level: Level): SQL {
  return sql`select r.id, r.daily_limit from resellers r
    where r.id = ${resellerId} and r.state = 'active' and r.level = ${level} for no key update`;
}

/** A query that finds the reseller if they may buy at all, locked in the same way. */
export function isActive(resellerId: SQL): SQL {
  return sql`select r.id from resellers r where r.id = ${resellerId} and r.state = 'active' for no key update`;
}
