import { type SQL, sql } from "drizzle-orm";
import { AGAIN_WITHIN } from "./offer.ts";

/** The condition that the same plan was bought for the same number a moment ago, and did not fail. */
export function boughtJustNow(resellerId: SQL, { phone, planId }: { phone: SQL; planId: SQL }): SQL {
  return sql`exists (
    select from purchases p where p.reseller_id = ${resellerId} and p.phone = ${phone} and p.plan_id = ${planId}
      and p.placed_at > now() - ${AGAIN_WITHIN}::interval and p.state <> 'failed')`;
}

/** The network on which something was last delivered to a number; null where nothing was. */
export function lastNetworkOf(resellerId: SQL, phone: SQL): SQL {
  return sql`(select p.network_id from purchases p
    where p.phone = ${phone} and p.reseller_id = ${resellerId} and p.state = 'successful' order by p.id desc limit 1)`;
}
