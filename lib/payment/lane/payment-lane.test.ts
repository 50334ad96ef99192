import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openProviderScene } from "#lib/payment/testing/open-provider-scene";
import type { PaymentItem, PaymentLaneScope } from "./claim-payment-items.ts";
import { createPaymentLane } from "./payment-lane.ts";

const { at } = await openProviderScene();
beforeEach(async () => {
  await at.system.db.execute(sql`delete from provider_webhooks`);
  await at.system.db.execute(sql`update payments set next_check_at = null`);
});

async function ownKeys(): Promise<number> {
  const { id } = await at.reseller("affiliate", 0n);
  const [row] = await at.system.db.execute<{ id: string }>(sql`
    insert into provider_keys (reseller_id, provider, address, sealed, hint)
    values (${id}, 'paystack', gen_random_uuid(), 'x', '1234') returning id`);
  return Number(row?.id);
}

async function webhooks(count: number, keysId: number | null = null): Promise<void> {
  await at.system.db.execute(sql`
    insert into provider_webhooks (provider, keys_id, hash, body, headers, event, reference)
    select 'paystack', ${keysId}::bigint, gen_random_uuid()::text::bytea, '{}', '{}', 'charge.success', gen_random_uuid()
    from generate_series(1, ${count}::int)`);
}

async function payments(count: number, provider = "paystack"): Promise<void> {
  const { id } = await at.reseller("affiliate", 0n);
  await at.system.db.execute(sql`
    insert into payments (reference, purpose, reseller_id, ref, provider, amount, currency, fee_bearer, expires_at, next_check_at)
    select gen_random_uuid(), 'wallet', ${id}, gen_random_uuid(), ${provider}, 100, 'NGN', 'operator', now() + interval '1 hour', now()
    from generate_series(1, ${count}::int)`);
}

const claim = async (of: PaymentLaneScope) => (await createPaymentLane(at.system, of).claim([])).items;

test("keeps each provider in its lane, and resellers' own accounts apart from the operator's", async () => {
  await webhooks(100, await ownKeys());
  await webhooks(1);
  await payments(10, "monnify");
  const [operator, own] = [await claim("paystack"), await claim("own")];
  expect(operator.map(({ provider, keysId }) => [provider, keysId])).toEqual([["paystack", null]]);
  expect(own).toHaveLength(1);
  expect((await claim("monnify")).every(({ provider }) => provider === "monnify")).toBe(true);
});

test("requests each reseller's provider account once at a time, however many webhooks it has", async () => {
  const [many, one] = [await ownKeys(), await ownKeys()];
  await webhooks(300, many);
  await webhooks(1, one);
  const items = await claim("own");
  expect(items.map(({ keysId }) => Number(keysId)).toSorted((a, b) => a - b)).toEqual([many, one]);
  const lane = createPaymentLane(at.system, "own");
  const underWay = items.map((item) => ({ item, since: performance.now() }));
  expect((await lane.claim(underWay)).items).toEqual([]);
});

test("leaves the slots of requests that hang to others, up to a limit", async () => {
  await webhooks(100);
  const lane = createPaymentLane(at.system, "paystack");
  const begin = (items: readonly PaymentItem[], agoMs: number) =>
    items.map((item) => ({ item, since: performance.now() - agoMs }));
  const prompt = begin((await lane.claim([])).items, 0);
  expect(prompt).toHaveLength(4);
  const { items, nextInMs } = await lane.claim(prompt);
  expect([items, Number(nextInMs) <= 1_000]).toEqual([[], true]);
  let hanging = begin(
    prompt.map(({ item }) => item),
    5_000,
  );
  for (let n = 0; n < 10; n += 1) hanging = hanging.concat(begin((await lane.claim(hanging)).items, 5_000));
  expect(hanging).toHaveLength(24);
});

test("asks about one payment of each payer before the second of any", async () => {
  await payments(90);
  await payments(1);
  const [first] = await at.system.db.execute<{ id: string }>(
    sql`select max(reseller_id)::text as id from payments where next_check_at is not null`,
  );
  const payers = async (items: readonly PaymentItem[]) => {
    const rows = await at.system.db.execute<{ id: string }>(
      sql`select reseller_id::text as id from payments where id in ${items.map(({ id }) => id)}`,
    );
    return rows.map(({ id }) => id);
  };
  expect(await payers(await claim("paystack"))).toContain(first?.id);
  await at.system.db.execute(sql`update payments set next_check_at = null`);
  // The same of webhooks, which name a payment.
  await payments(30);
  await payments(1);
  await at.system.db.execute(sql`
    insert into provider_webhooks (provider, hash, body, headers, event, reference)
    select 'paystack', gen_random_uuid()::text::bytea, '{}', '{}', 'charge.success', reference
    from payments where next_check_at is not null order by id`);
  await at.system.db.execute(sql`update payments set next_check_at = null`);
  const claimed = await claim("paystack");
  const [last] = await at.system.db.execute<{ id: string }>(
    sql`select max(id)::text as id from provider_webhooks`,
  );
  expect(claimed.map(({ id }) => id)).toContain(last?.id);
});

test("keeps slots for open payments beside any number of webhooks", async () => {
  await webhooks(1_000);
  await payments(1);
  const lane = createPaymentLane(at.system, "paystack");
  const kinds: string[] = [];
  for (let n = 0; n < 4; n += 1) kinds.push(...(await lane.claim([])).items.map(({ kind }) => kind));
  expect(kinds).toContain("payment");
});
