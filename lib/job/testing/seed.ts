import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { messageSettings } from "#lib/message/message-settings";
import type { ProviderName } from "#lib/payment/providers/provider";
import { startRefund } from "#lib/payment/refund/start-refund";
import { startFunding } from "#lib/payment/start-funding";
import { syncPayment } from "#lib/payment/sync-payment";
import { openShop } from "#lib/shop/save-shop";
import { storeSettings } from "#lib/testing/store-settings";
import type { Stage } from "./stage.ts";

/** Opens a reseller's shop. */
export const seedShop = (ctx: Ctx, id: number): Promise<unknown> =>
  openShop(ctx, {
    name: "Shop",
    slug: `shop-${id}`,
    phone: "08031234567",
    markup: "50",
    payments: [{ kind: "cash", where: "12 Allen Avenue." }],
  });

/** Creates orders that were paid online and are due, or are past their payment window. */
export async function seedPaidOrders(
  { at }: Pick<Stage, "at">,
  resellerId: number,
  { count = 1, ref = "order", paid = true } = {},
) {
  const { planId, networkId, price } = at.offered();
  const made = await at.system.db.transaction(async (tx) => {
    const rows = await tx.execute<{ id: string }>(sql`
    insert into orders (code, shop_id, reseller_id, ref, reference, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, price, payment, pay_by, paid_at, delivery_ref, due_at)
    select gen_random_uuid(), s.id, s.reseller_id, ${ref} || ' ' || gen_random_uuid(), substr(gen_random_uuid()::text, 1, 12), ${planId},
      ${networkId}, 'MTN', 'SME', '1', 'GB', '30 Days', '+2348031234567', ${price}::bigint * 2, ${paid ? "received" : "awaiting"}, now(), case when ${paid} then now() end, gen_random_uuid(),
      case when ${paid} then now() end
    from shops s cross join generate_series(1, ${count}::int) where s.reseller_id = ${resellerId} returning id`);
    // Paid to the reseller's own account: an order without proceeds would be a loss, so it isn't bought.
    if (paid)
      await tx.execute(sql`
      with keys as (
        insert into provider_keys (reseller_id, provider, address, sealed, hint)
        values (${resellerId}, 'paystack', gen_random_uuid(), 'x', '1234') returning id
      ),
      paid as (
        insert into payments (reference, purpose, order_id, keys_id, reseller_id, ref, provider, amount, currency, fee_bearer, state,
          expires_at, ended_at)
        select gen_random_uuid(), 'order', o.id, keys.id, reseller_id, gen_random_uuid(), 'paystack', price, 'NGN', 'operator', 'paid',
          now(), now()
        from orders o cross join keys where o.id = any (${`{${rows.map(({ id }) => id).join()}}`}::bigint[]) returning *
      )
      insert into provider_transactions (provider, transaction, payment_id, keys_id, reference, gross, fee, currency, paid_at, raw,
        state, next_check_at)
      select provider, reference, id, keys_id, reference, amount, 0, currency, now(), '', 'direct', null from paid`);
    return rows.map(({ id }) => Number(id));
  });
  await at.system.db.execute(sql`select pg_notify('lane', 'orders')`);
  return made;
}

/** Creates messages to customers, each to another number, and turns messages on. @returns the numbers */
export async function seedMessages(
  { at }: Pick<Stage, "at">,
  resellerId: number,
  { count = 1, hold = false } = {},
): Promise<string[]> {
  const payment = { orderPayer: "wallet", smsPrice: 100n } as const;
  const settings = { enabled: true, ...payment, quietFrom: 0, quietUntil: 0 };
  await storeSettings(at.system.db, messageSettings, settings);
  const [order] = await seedPaidOrders({ at }, resellerId, { paid: false });
  const rows = await at.system.db.execute<{ phone: string }>(sql`
    with numbers as (
      insert into message_recipients (phone, code)
      select '+23480' || lpad((random() * 99999999)::int::text, 8, '0'), substr(gen_random_uuid()::text, 1, 12)
      from generate_series(1, ${count}::int) returning id, phone
    ),
    made as (
      insert into customer_messages (key, kind, recipient_id, reseller_id, order_id, medium, payer, price, prompt)
      select gen_random_uuid(), 'delivered', id, ${resellerId}, ${order ?? 0}, 'sms', 'wallet', 100, true from numbers
      returning message_id, recipient_id
    ),
    queued as (
      insert into deliveries (channel, target, account_id, type, subject, message_id, expires_at, next_at)
      select 'messages', recipient_id, ${resellerId}, 'delivered', 'x', message_id, now() + interval '1 day',
        case when ${hold} then 'infinity'::timestamptz else now() end from made
    )
    select phone from numbers`);
  return rows.map(({ phone }) => phone);
}

/** Creates confirmed payments below their amount, with a requested refund. */
export async function seedRefunds(
  { at, bank }: Pick<Stage, "at" | "bank">,
  provider: ProviderName,
  count: number,
): Promise<void> {
  const { ctx } = await at.reseller("affiliate", 0n);
  for (let n = 0; n < count; n += 1) {
    const { reference } = await startFunding(ctx, { ref: `refund-${n}`, amount: "5,000", provider });
    await bank.control.do("pay", { provider, reference, amount: 400_000n });
    await syncPayment(at.system, provider, { reference });
    const [money] = await at.system.db.execute<{ id: string }>(
      sql`select id from provider_transactions where reference = ${reference} and state = 'suspense'`,
    );
    await inTransaction(at.system, (tx) =>
      startRefund(tx, { id: Number(money?.id), reason: "paid too little" }),
    );
  }
}

/** Creates alerts with deliveries to all recipients of a channel. */
export async function seedAlertDeliveries({ at }: Stage, channel: string, count = 1): Promise<number> {
  const [row] = await at.system.db.execute<{ id: string }>(
    sql`
    with begun as (
      insert into alerts (kind, title, note, path, resolved_at) select 'stopped', 'Sending is stopped', '', '/admin', now()
      from generate_series(1, ${count}::int) returning id
    )
    insert into deliveries (channel, target, type, subject, expires_at)
    select 'alerts', r.id, 'alert.began', b.id, now() + interval '1 day' from begun b cross join alert_recipients r where r.channel = ${channel} and r.removed_at is null returning id`,
  );
  return Number(row?.id);
}
