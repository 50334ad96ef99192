import { type SQL, sql } from "drizzle-orm";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";

const MAIN = sql.raw(String(MAIN_SUPPLIER_ID));

/**
 * Selects the balance that a supplier last named, with the deposits since then, in minor units: the main one's of the last day, since
 * its attempts are found among all.
 */
export const selectLastBalance = (supplierId: SQL): SQL => sql`(
  select a.balance_after + coalesce((
    select sum(m.amount) from upstream_adjustments m where m.supplier_id = ${supplierId} and m.earliest > a.answered_at), 0)
  from (
    (select claimed_at, answered_at, balance_after from attempts
      where supplier_id <> ${MAIN} and supplier_id = ${supplierId} and balance_after is not null and discrepancy is null
      order by claimed_at desc limit 1)
    union all
    (select claimed_at, answered_at, balance_after from attempts
      where supplier_id = ${MAIN} and supplier_id = ${supplierId} and balance_after is not null and discrepancy is null
        and claimed_at > now() - interval '1 day'
      order by claimed_at desc limit 1)
  ) a)`;
