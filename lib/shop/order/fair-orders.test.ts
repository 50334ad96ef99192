import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { handleEvents } from "#lib/event/testing/handle-events";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { fulfilDueOrders } from "#lib/shop/testing/fulfil-due-orders";
import { openTestShop } from "#lib/shop/testing/test-shop";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { orderLane, wakeOrdersAwaitingFunds } from "./fulfil-paid-orders.ts";

const at = await openScene();
beforeEach(async () => {
  await at.system.db.execute(sql`update orders set due_at = null where due_at is not null`);
  await at.system.db.execute(sql`delete from lane_failures`);
});

let made = 0;

async function shop(money = 0n) {
  made += 1;
  const owner = await at.reseller("affiliate", money);
  await openTestShop(owner.ctx, `fair-${made}`, "50");
  return owner;
}

/** Creates paid orders of a shop that are due. `ended` ones refer to a purchase that failed long ago. */
async function paidOrders(
  { id }: { id: number },
  { count = 1, ended = false, nextLook = "0 s", waitingFor = null as string | null } = {},
): Promise<number[]> {
  const { planId, networkId, price } = at.offered();
  const rows = await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    return tx.execute<{ id: string }>(sql`
    with bought as (
      insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
        validity, phone, price, cost, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by)
      select 'DT' || gen_random_uuid(), ${id}, gen_random_uuid()::text, 'shop', 'affiliate', ${planId}, ${networkId}, 'MTN', 'SME',
        '1', 'GB', '30 Days', '+2348031234567', ${price}, 70, 0, 0, 'failed', now(), now(), now(), 'answer'
      from generate_series(1, ${ended ? count : 0}::int) returning id
    ), wanted as (
      select n, (select id from (select id, row_number() over () as r from bought) b where b.r = n) as purchase_id
      from generate_series(1, ${count}::int) n
    )
    insert into orders (code, shop_id, reseller_id, ref, reference, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, price, payment, pay_by, paid_at, delivery_ref, purchase_id, waiting_for, due_at)
    select gen_random_uuid(), s.id, ${id}, gen_random_uuid(), substr(gen_random_uuid()::text, 1, 8), ${planId}, ${networkId}, 'MTN',
      'SME', '1', 'GB', '30 Days', '+2348031234567', ${price} * 2, ${ended ? "refunded" : "received"}, now(),
      now() - interval '1 hour', gen_random_uuid(), purchase_id, ${waitingFor}::text, now() + ${nextLook}::interval
    from wanted join shops s on s.reseller_id = ${id} returning id`);
  });
  const ids = rows.map((row) => Number(row.id));
  await payFor(ids);
  return ids;
}

/** Inserts their customers' payments without journals, which delivery does not need. */
async function payFor(orders: readonly number[]): Promise<void> {
  await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      with paid as (
        insert into payments (reference, purpose, order_id, reseller_id, ref, provider, amount, currency, fee_bearer, state, expires_at, ended_at)
        select gen_random_uuid(), 'order', id, reseller_id, gen_random_uuid(), 'paystack', price, 'NGN', 'operator', 'paid', now(), now()
        from orders where id = any (${`{${orders.join()}}`}::bigint[]) and payment = 'received' returning *
      )
      insert into provider_transactions (provider, transaction, payment_id, reference, gross, fee, currency, paid_at, raw, state,
        reseller_id, credited)
      select provider, reference, id, reference, amount, 0, currency, now(), '', 'credited', reseller_id, amount from paid`);
  });
}

const looksAt = async (ids: number[]) => {
  const [row] = await at.system.db.execute<{ looks: number }>(
    sql`select sum(looks)::int as looks from orders where id = any (${`{${ids.join()}}`}::bigint[])`,
  );
  return row?.looks;
};

test("delivers a healthy order in the next run while fifty of another shop wait with ended purchases", async () => {
  const stuck = await paidOrders(await shop(), {
    count: 50,
    ended: true,
    nextLook: "10 min",
    waitingFor: "wallet",
  });
  const healthy = await paidOrders(await shop(10_000_000n));
  await fulfilDueOrders(at.system);
  expect(await looksAt(healthy)).toBe(1);
  expect(await looksAt(stuck)).toBe(0);
  const [order] = await at.system.db.execute<{ purchase_id: string | null }>(
    sql`select purchase_id from orders where id = ${healthy[0]}`,
  );
  expect(order?.purchase_id).not.toBeNull();
});

test("checks a shop's only order in the first rounds beside a thousand of another shop", async () => {
  const many = await paidOrders(await shop(), { count: 1000, nextLook: "-1 min" });
  const [one = 0] = await paidOrders(await shop(10_000_000n));
  const lane = orderLane(at.system);
  const { items } = await lane.claim([]);
  expect(items.map(({ id }) => Number(id))).toContain(one);
  expect(items.filter(({ id }) => many.includes(Number(id)))).toHaveLength(1);
});

test("makes an order due when its purchase ends, without waiting for a lock on the order", async () => {
  const owner = await shop(10_000_000n);
  const phone = "08037000001";
  const buy = () =>
    placePurchase(owner.ctx, {
      ...at.offered(),
      phone,
      ref: randomUUID(),
      channel: "shop",
      again: true,
    });
  const [first, second] = [(await buy()).purchase, (await buy()).purchase];
  const ids = await paidOrders(owner, { count: 2, nextLook: "5 min" });
  await at.system.db.execute(sql`
    update orders set purchase_id = case when id = ${ids[0]} then ${first.id}::bigint else ${second.id}::bigint end
    where id = any (${`{${ids.join()}}`}::bigint[])`);
  await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select from orders where id = ${ids[1]} for update`);
    const loop = runDispatcher(at.system);
    try {
      await waitUntilSettled(owner.ctx, first.ident, TEST_TIMEOUT_MS);
      await waitUntilSettled(owner.ctx, second.ident, TEST_TIMEOUT_MS);
      await handleEvents(at.system);
    } finally {
      await loop.stop();
    }
  });
  const due = await at.system.db.execute<{ id: string }>(
    sql`select id from orders where due_at <= now() and id = any (${`{${ids.join()}}`}::bigint[])`,
  );
  expect(due.map(({ id }) => Number(id))).toEqual([ids[0]]);
});

test("postpones an order that fails, records the error, and delivers the others", async () => {
  const [bad = 0] = await paidOrders(await shop(10_000_000n));
  const good = await paidOrders(await shop(10_000_000n));
  await at.system.db.execute(
    sql.raw(`create function refuse_it() returns trigger language plpgsql as $$ begin
      if new.id = ${bad} and new.purchase_id is not null then raise exception 'its row is broken'; end if; return new; end $$`),
  );
  await at.system.db.execute(
    sql`create trigger refuse_it before update on orders for each row execute function refuse_it()`,
  );
  await fulfilDueOrders(at.system);
  expect(await looksAt(good)).toBe(1);
  await at.system.db.execute(sql`update orders set due_at = now() where id = ${bad}`);
  const failures = () =>
    at.system.db.execute(
      sql`select key, error, failures from lane_failures where lane = 'orders' and due_at > now()`,
    );
  expect(Array.from(await failures())).toEqual([
    { key: `order ${bad}`, error: expect.stringContaining("its row is broken"), failures: 1 },
  ]);
  await at.system.db.execute(sql`drop trigger refuse_it on orders`);
  await fulfilDueOrders(at.system);
  expect(Array.from(await failures())).toEqual([]);
});

test("makes only the orders due that wait for money in a credited wallet", async () => {
  const [mine, others] = [await shop(), await shop()];
  const waiting = await paidOrders(mine, { waitingFor: "wallet", nextLook: "10 min" });
  await paidOrders(mine, { waitingFor: "price", nextLook: "10 min" });
  await paidOrders(others, { waitingFor: "wallet", nextLook: "10 min" });
  await wakeOrdersAwaitingFunds(at.system, mine.id);
  const due = await at.system.db.execute<{ id: string }>(sql`select id from orders where due_at <= now()`);
  expect(due.map(({ id }) => Number(id))).toEqual(waiting);
});
