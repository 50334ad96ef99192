import { type SQL, sql } from "drizzle-orm";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";

/** The one row that paces and stops sending to a supplier. */
export interface SendingRow {
  table: SQL;
  isRow: SQL;
  /** The supplier's attempts without a response, as a condition on `attempts`. */
  isOpenAttempt: SQL;
}

/** Returns where a supplier's sending is stored: the main one's in `dispatcher`, which older versions share. */
export function getSendingRow(supplierId: number): SendingRow {
  const isMain = supplierId === MAIN_SUPPLIER_ID;
  return {
    table: isMain ? sql`dispatcher` : sql`supplier_sending`,
    isRow: isMain ? sql`id = 1` : sql`supplier_id = ${supplierId}`,
    isOpenAttempt: sql`result is null and supplier_id = ${supplierId}`,
  };
}
