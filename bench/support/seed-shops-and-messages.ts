import type postgres from "postgres";

/**
 * Adds rare rows of a long list to `seedLedger`, and rows that belong to the first reseller's purchases: some
 * cancelled, reversed and open ones, shop orders, webhook messages and funding requests. The ledger is not balanced any
 * more.
 */
export async function seedShopsAndMessages(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`set local statement_timeout = 0`;
    await sql`update purchases set settled_by = 'deadline' where state = 'failed' and id % 2000 = 1`;
    await sql`update purchases set state = 'reversed', reversed_at = placed_at + interval '1 hour'
      where state = 'successful' and id % 5000 = 3`;
    await sql`update purchases set state = 'unconfirmed', settled_at = null, settled_by = null
      where id > (select max(id) from purchases) - 500 and id % 100 = 7`;
    await sql`update purchases set state = 'queued', settled_at = null, settled_by = null
      where id > (select max(id) from purchases) - 500 and id % 100 = 8`;
    await seedShop(sql);
    await seedMessages(sql);
    await sql`insert into funding_requests (reseller_id, ref, amount, bank_reference, state, journal_id, requested_at, decided_at, decided_by)
      select 1 + n % 500, 'f' || n, 100000, 'bank ' || n, state, case when state = 'approved' then n end,
        now() - interval '90 days' + n * interval '2 minutes', case when state <> 'pending' then now() end, 'admin:1'
      from generate_series(1, 50000) n
      cross join lateral (select case when n > 49990 then 'pending' when n % 1000 = 0 then 'rejected' else 'approved' end as state) s`;
  });
  await sql`vacuum analyze`;
}

/** One shop with an order for each shop purchase of the first reseller, and a few more that were not delivered. */
async function seedShop(sql: postgres.TransactionSql): Promise<void> {
  const [shop] = await sql`insert into shops (reseller_id, slug, name, hue, state, payment_window_minutes)
    select min(id), 'seeded', 'Seeded', 10, 'open', 60 from resellers returning id, reseller_id`;
  await sql`insert into orders (code, shop_id, reseller_id, ref, reference, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, customer_name, price, payment, placed_at, pay_by, paid_at, changed_at, delivery_ref, delivered_ref, purchase_id)
    select 'c' || id, ${shop?.id}, reseller_id, ref, 'r' || id, plan_id, network_id, network_name, type_name, size, volume, validity, phone,
      'Customer ' || id % 1000, price + 5000, 'received', placed_at, placed_at + interval '1 hour', placed_at, placed_at, ref,
      case when state = 'successful' then ref end, id
    from purchases where reseller_id = ${shop?.reseller_id} and channel = 'shop' order by id`;
  await sql`insert into orders (code, shop_id, reseller_id, ref, reference, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, customer_name, price, payment, placed_at, pay_by, changed_at, delivery_ref)
    select 'a' || n, ${shop?.id}, ${shop?.reseller_id}, 'a' || n, 'a' || n, 1, 1, 'MTN', 'SME', '1', 'GB', '30 Days', '+2348031234567', 'Late ' || n,
      35000, (array['awaiting', 'expired'])[1 + n % 2], now(), now() + interval '1 hour', now(), 'a' || n from generate_series(1, 50) n`;
}

/** Adds an endpoint of the first reseller, with a message and an attempt for each of their purchases. */
async function seedMessages(sql: postgres.TransactionSql): Promise<void> {
  const [endpoint] = await sql`insert into webhook_endpoints (reseller_id, url, sealed_secret, events)
    select min(id), 'https://example.com', '-', array['purchases'] from resellers returning id, reseller_id`;
  await sql`insert into deliveries (message_id, channel, target, account_id, type, subject, state, attempts, created_at, next_at, done_at)
    select 'msg_' || id, 'webhooks', ${String(endpoint?.id)}, ${endpoint?.reseller_id}, 'purchase.' || case state when 'failed' then 'failed' else 'successful' end, ident,
      case when id % 5000 = 9 then 'failed' else 'delivered' end, 1, settled_at, settled_at, settled_at from purchases
    where reseller_id = ${endpoint?.reseller_id} and settled_at > now() - interval '31 days' order by id`;
  await sql`insert into delivery_attempts (delivery_id, at, took_ms, http_status) select id, created_at, 20, 200 from deliveries order by id`;
}
