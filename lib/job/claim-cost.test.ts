import { type SQL, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { inTransaction } from "#db/client";
import { batchLane } from "#lib/batch/place-batch-rows";
import type { Ctx } from "#lib/core/context";
import { createPaymentLane } from "#lib/payment/lane/payment-lane";
import { scheduleLane } from "#lib/schedule/place-due-schedules";
import { orderLane } from "#lib/shop/order/fulfil-paid-orders";
import { openShop } from "#lib/shop/save-shop";
import { openScene } from "#lib/testing/open-scene";
import { startPaymentProviders } from "#sandbox/payments/server";
import { seedPaidOrders } from "./testing/seed.ts";

const MANY = 5_000;
/** Far below the number of due items, and far above the reads for one item of each of two owners. */
const MAX_READ = 100;

const bank = await startPaymentProviders();
const at = await openScene(bank.variables);
afterAll(async () => {
  await bank.close();
});

/** Counts index entries and rows that are read from a table. */
async function readsOf(ctx: Ctx, table: string): Promise<number> {
  const [row] = await ctx.db.execute<{ count: number }>(sql`
    select sum(pg_stat_get_xact_tuples_returned(oid))::int as count from (
      select ${table}::regclass::oid as oid union all select indexrelid from pg_index where indrelid = ${table}::regclass
    ) relations`);
  return row?.count ?? 0;
}

interface Kind {
  table: string;
  lane(ctx: Ctx): { claim(underWay: readonly never[]): Promise<{ items: readonly unknown[] }> };
  /** Makes some items of a reseller due. */
  put(count: number, reseller: { id: number; ctx: Ctx }): Promise<unknown>;
}

const run = (statement: SQL) => at.system.db.execute(statement);
const keysOf = (id: number) => sql`
  insert into provider_keys (reseller_id, provider, address, sealed, hint)
  values (${id}, 'paystack', gen_random_uuid(), 'x', '1234') returning id`;

const KINDS: Record<string, Kind> = {
  orders: {
    table: "orders",
    lane: orderLane,
    async put(count, { id, ctx }) {
      const contact = { name: "Shop", slug: `shop-${id}`, phone: "08031234567" };
      await openShop(ctx, {
        ...contact,
        markup: "50",
        payments: [{ kind: "cash", where: "12 Allen Avenue." }],
      });
      await seedPaidOrders({ at }, id, { count });
    },
  },
  batches: {
    table: "batches",
    lane: batchLane,
    put: (count, { id }) =>
      run(sql`insert into batches (reseller_id, key, state, started_at) select ${id}, gen_random_uuid(), 'running', now()
        from generate_series(1, ${count}::int)`),
  },
  schedules: {
    table: "schedules",
    lane: scheduleLane,
    put(count, { id }) {
      const { planId, networkId, price } = at.offered();
      return run(sql`
        insert into schedules (reseller_id, key, phone, plan_id, network_id, network_name, type_name, size, volume, validity, max_price,
          unit, first_on, clock, next_on, next_at)
        select ${id}, gen_random_uuid(), '+2348031234567', ${planId}, ${networkId}, 'MTN', 'SME', '1', 'GB', '30 Days', ${price},
          'day', current_date, '00:00', current_date, now() from generate_series(1, ${count}::int)`);
    },
  },
  "webhooks of resellers' own providers": {
    table: "provider_webhooks",
    lane: (ctx) => createPaymentLane(ctx, "own"),
    put: (count, { id }) =>
      run(sql`with keys as (${keysOf(id)})
        insert into provider_webhooks (provider, keys_id, hash, body, headers, event, reference)
        select 'paystack', keys.id, gen_random_uuid()::text::bytea, '{}', '{}', 'charge.success', gen_random_uuid()
        from keys cross join generate_series(1, ${count}::int)`),
  },
};

test.each(Object.entries(KINDS))(
  "reads few rows of %s to choose one of each owner, with many items of one",
  async (_name, { table, lane, put }) => {
    await put(MANY, await at.reseller());
    await put(1, await at.reseller());
    await run(sql.raw(`analyze ${table}`));
    const [chosen, read] = await inTransaction(at.system, async (tx) => {
      const before = await readsOf(tx, table);
      const { items } = await lane(tx).claim([]);
      return [items.length, (await readsOf(tx, table)) - before] as const;
    });
    expect(chosen).toBe(2);
    expect(read).toBeLessThan(MAX_READ);
  },
);

test("reads no open payments of another provider to choose those of one", async () => {
  const { id } = await at.reseller();
  for (const [provider, count] of [
    ["monnify", MANY],
    ["paystack", 1],
  ] as const)
    await run(sql`
      insert into payments (reference, purpose, reseller_id, ref, provider, amount, currency, fee_bearer, expires_at, next_check_at)
      select gen_random_uuid(), 'wallet', ${id}, gen_random_uuid(), ${provider}, 100, 'NGN', 'operator', now() + interval '1 hour', now()
      from generate_series(1, ${count}::int)`);
  await run(sql`analyze payments`);
  const [chosen, read] = await inTransaction(at.system, async (tx) => {
    const before = await readsOf(tx, "payments");
    const { items } = await createPaymentLane(tx, "paystack").claim([]);
    return [items.length, (await readsOf(tx, "payments")) - before] as const;
  });
  expect(chosen).toBe(1);
  expect(read).toBeLessThan(MAX_READ);
});
