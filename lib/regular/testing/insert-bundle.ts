import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { runUnguarded } from "#lib/testing/run-unguarded";

export interface SampleBundle {
  resellerId: number;
  phone: string;
  planId: number;
  networkId?: number;
  /** "30 Days" by default, and how many hours ago it was bought. */
  validity?: string;
  hoursAgo: number;
  state?: "successful" | "failed" | "unconfirmed" | "queued" | "reversed";
}

let made = 0;

/** Inserts a purchase as it was some hours ago. @returns its ident */
export async function insertBundle({ db }: Ctx, bundle: SampleBundle): Promise<string> {
  made += 1;
  const ident = `DT${process.pid}B${made}`;
  const { resellerId, phone, planId, networkId = 1, validity = "30 Days", hoursAgo } = bundle;
  const { state = "successful" } = bundle;
  await runUnguarded(
    db,
    sql`
    insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name,
      type_name, size, volume, validity, phone, price, cost, selling_price, wallet_before, wallet_after, state,
      placed_at, deadline_at, settled_at, settled_by, reversed_at)
    select ${ident}, ${resellerId}, ${ident}, 'web', 'affiliate', ${planId}::int, ${networkId}::int, 'MTN',
      'SME', '1', 'GB', ${validity}, ${phone}, 100, 90, null, 0, 0, ${state}, t.at, t.at,
      case when ${state} in ('successful', 'failed', 'reversed') then t.at end,
      case when ${state} in ('successful', 'failed', 'reversed') then 'answer' end,
      case when ${state} = 'reversed' then t.at end
    from (select now() - make_interval(mins => ${Math.round(hoursAgo * 60)}::int) as at) t`,
  );
  return ident;
}
