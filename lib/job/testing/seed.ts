import { sql } from "drizzle-orm";
import type { Stage } from "./stage.ts";

/** Orders that were paid online and are due, or are past the time to pay them. */
export async function paidOrders(
  { at }: Pick<Stage, "at">,
  resellerId: number,
  { count = 1, ref = "order", paid = true } = {},
) {
  const { planId, networkId, price } = at.offered();
  const rows = await at.system.db.execute<{ id: string }>(sql`
    insert into orders (code, shop_id, reseller_id, ref, reference, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, price, payment, pay_by, paid_at, delivery_ref, next_look_at)
    select gen_random_uuid(), s.id, s.reseller_id, ${ref} || ' ' || gen_random_uuid(), substr(gen_random_uuid()::text, 1, 12), ${planId},
      ${networkId}, 'MTN', 'SME', '1', 'GB', '30 Days', '+2348031234567', ${price}::bigint * 2, ${paid ? "received" : "awaiting"}, now(), case when ${paid} then now() end, gen_random_uuid(),
      case when ${paid} then now() end
    from shops s cross join generate_series(1, ${count}::int) where s.reseller_id = ${resellerId} returning id`);
  await at.system.db.execute(sql`select pg_notify('lane', 'orders')`);
  return rows.map(({ id }) => Number(id));
}

/** An alert that all receivers of a kind are told of, so many times. */
export async function tellReceivers({ at }: Stage, way: string, count = 1): Promise<number> {
  const [row] = await at.system.db.execute<{ id: string }>(
    sql`
    with begun as (
      insert into alerts (kind, title, note, path, over_at) select 'stopped', 'Sending is stopped', '', '/admin', now()
      from generate_series(1, ${count}::int) returning id
    )
    insert into alert_posts (alert_id, receiver_id, over)
    select b.id, r.id, false from begun b cross join alert_receivers r where r.way = ${way} and r.removed_at is null returning id`,
  );
  return Number(row?.id);
}
