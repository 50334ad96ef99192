import { type SQL, sql } from "drizzle-orm";
import { hideFromPlanner } from "#db/prepare-query";
import { isUnsettled } from "#lib/core/purchase-state";

// A reseller whom the database's statistics don't know yet would be taken for one without purchases, and for each
// number of a batch all of theirs be read: where the id is a value, it is hidden from the planner.

/** Within this time a second purchase of the same plan for the same number has to be confirmed. */
export const DUPLICATE_WINDOW = sql`interval '2 minutes'`;

interface DuplicateKey {
  phone: SQL;
  planId: SQL;
}

/**
 * The condition that a buyer has to confirm another purchase of a plan for a number: an earlier one is not
 * settled yet, whatever its age, or was placed `within` a time and did not fail.
 */
export function hasDuplicate(resellerId: SQL, key: DuplicateKey, within: SQL): SQL {
  return sql`exists (select ${fromDuplicates(hideFromPlanner(resellerId), key, within)})`;
}

/** The ident of the newest such purchase, or null. */
export function selectLatestDuplicate(resellerId: SQL, key: DuplicateKey): SQL<string | null> {
  return sql`(select p.ident
    ${fromDuplicates(resellerId, key, DUPLICATE_WINDOW)}
    order by p.id desc
    limit 1)`;
}

function fromDuplicates(resellerId: SQL, { phone, planId }: DuplicateKey, within: SQL): SQL {
  return sql`from purchases p
    where p.reseller_id = ${resellerId} and p.phone = ${phone} and p.plan_id = ${planId}
      and ${isDuplicate(within)}`;
}

/** The condition that a purchase `p` makes another of its plan and number a duplicate. */
export const isDuplicate = (within = DUPLICATE_WINDOW): SQL => sql`(
  ${isUnsettled(sql`p.state`)} or p.state <> 'failed' and p.placed_at > now() - ${within})`;

/**
 * The network on which something was last delivered to a number; null where nothing was. The number is read outside of
 * the query's own tables, so that it may be a column of any name.
 */
export function buildLastNetworkQuery(resellerId: SQL, phone: SQL): SQL {
  return sql`(select p.network_id
    from (select ${phone} as phone) wanted, purchases p
    where p.phone = wanted.phone and p.reseller_id = ${hideFromPlanner(resellerId)} and p.state = 'successful'
    order by p.id desc
    limit 1)`;
}
