import { type SQL, sql } from "drizzle-orm";

/** Within this time a second purchase of the same plan for the same number has to be confirmed. */
export const AGAIN_WITHIN = sql`interval '2 minutes'`;

interface Wanted {
  phone: SQL;
  planId: SQL;
}

/**
 * The purchases `p` of the same plan for the same number that a buyer is asked about before another: those that are not
 * settled yet, whatever their age, and those that were bought `within` a time and did not fail. As `from` and `where`.
 */
export function earlierSame(resellerId: SQL, { phone, planId }: Wanted, within = AGAIN_WITHIN): SQL {
  return sql`from purchases p where p.reseller_id = ${resellerId} and p.phone = ${phone} and p.plan_id = ${planId}
    and (p.state in ('queued', 'sending', 'unconfirmed') or p.state <> 'failed' and p.placed_at > now() - ${within})`;
}

/** The network on which something was last delivered to a number; null where nothing was. */
export function lastNetworkOf(resellerId: SQL, phone: SQL): SQL {
  return sql`(select p.network_id from purchases p
    where p.phone = ${phone} and p.reseller_id = ${resellerId} and p.state = 'successful' order by p.id desc limit 1)`;
}
