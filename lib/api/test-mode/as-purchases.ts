import { type SQL, sql } from "drizzle-orm";

/** Test purchases in the columns of real ones, each as it stands now by the database's clock. */
export function asPurchases(): SQL {
  const ended = sql`coalesce(ends_at <= now(), false)`;
  return sql`(select id, ident, reseller_id, ref, 'api' as channel, plan_id, network_id, network_name, type_name, size,
    volume, validity, phone, price, wallet_before, wallet_after, placed_at, placed_at + interval '15 minutes' as deadline_at,
    case when ${ended} then ending else 'sending' end as state,
    case when ${ended} then ends_at end as settled_at, case when ${ended} then case ending when 'failed' then 'failed' else 'delivered' end end as ending,
    case when ${ended} then case ending when 'failed' then 'The provider declined it (test).' else 'Delivered (test).' end end as outcome
    from test_purchases)`;
}
