import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { runUnguarded } from "#lib/testing/run-unguarded";

let count = 0;

interface TestSale {
  /** Its age. */
  days?: number;
  sellingPrice?: number | null;
  state?: "successful" | "queued" | "failed";
  helperId?: number | null;
  /** The page or program that sold it; "order" is one of the shop that was paid there, "online" one paid online. */
  by?: "buyer" | "batch" | "schedule" | "api" | "order" | "online";
}

const CHANNELS = {
  buyer: "web",
  api: "api",
  batch: "batch",
  schedule: "batch",
  order: "shop",
  online: "shop",
};

/** Inserts a purchase for ₦10, sold on the buy page for ₦13 unless given. @returns its ident */
export async function insertSale(
  { db }: Ctx,
  resellerId: number,
  { days = 0, sellingPrice = 1_300, state = "successful", helperId = null, by = "buyer" }: TestSale = {},
): Promise<string> {
  count += 1;
  const ident = `DT${count}`;
  const isDone = state !== "queued";
  const namespace = by === "online" ? "order" : by === "api" ? "buyer" : by;
  await runUnguarded(
    db,
    sql`
      insert into purchases (
        ident, reseller_id, ref, namespace, channel, level,
        plan_id, network_id, network_name, type_name, size, volume, validity,
        phone, price, cost, selling_price, wallet_before, wallet_after,
        state, placed_at, deadline_at, settled_at, settled_by, helper_id
      )
      select
        ${ident}, ${resellerId}, ${ident}, ${namespace}, ${CHANNELS[by]}, 'affiliate',
        1, 1, 'MTN', 'SME', '1', 'GB', '30 Days',
        '+2348031230001', 1000, 900, ${sellingPrice}::bigint, 0, 0,
        ${state}, t.at, t.at, case when ${isDone} then t.at end, case when ${isDone} then 'answer' end,
        ${helperId}::bigint
      from (select now() - make_interval(days => ${days}) as at) t`,
    sql`
      with ordered as (
        insert into orders (
          code, shop_id, reseller_id, ref, reference, plan_id, network_id, network_name, type_name, size, volume,
          validity, phone, price, payment, pay_by, paid_at, delivery_ref, purchase_id
        )
        select
          ident, 1, reseller_id, ident, ident, plan_id, network_id, network_name, type_name, size, volume,
          validity, phone, selling_price, 'received', now(), now(), ident, id
        from purchases
        where ident = ${ident} and channel = 'shop'
        returning id, reseller_id, ref, price
      )
      insert into payments (
        reference, purpose, order_id, reseller_id, ref, provider, amount, currency, fee_bearer, state,
        expires_at, ended_at
      )
      select
        ref, 'order', id, reseller_id, ref, 'paystack', price, 'NGN', 'operator',
        case when ${by} = 'online' then 'paid' else 'expired' end, now(), now()
      from ordered`,
  );
  return ident;
}
