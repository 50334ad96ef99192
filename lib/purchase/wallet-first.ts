import { type SQL, sql } from "drizzle-orm";

/**
 * A query that locks the wallets of the purchases `p` that `which` selects, in one order. Whoever changes both
 * locks the wallet first: placing holds it while the ref's uniqueness waits for whoever changes the purchase.
 */
export function walletOf(which: SQL): SQL {
  return sql`select w.reseller_id from wallets w
    where w.reseller_id in (select p.reseller_id from purchases p where ${which}) order by w.reseller_id for update`;
}
