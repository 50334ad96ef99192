import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { buyPlan } from "#lib/api/purchase-operation";
import type { Ctx } from "#lib/core/context";
import { openScene } from "#lib/testing/open-scene";
import { rejectRow } from "#lib/testing/reject-row";
import { testBackend } from "./test-backend.ts";
import { getTestBalance, resetTestBalance, settleAllTestPurchases } from "./test-wallet.ts";

let reseller: { id: number; ctx: Ctx };
let ctx: Ctx;
let refs = 0;

const at = await openScene();
const { price } = at.offered(0, "api");
beforeEach(async () => {
  reseller = await at.reseller("api");
  const actor = { kind: "token", email: "", level: "api", tokenId: reseller.id, test: true } as const;
  ctx = { ...at.system, actor: { ...actor, id: reseller.id } };
});

const request = (mobile_number = "08031234567") => {
  const { planId, networkId } = at.offered(0, "api");
  return { plan: planId, network: networkId, mobile_number };
};
const buy = (number?: string, ref = `ref-${++refs}`) => buyPlan(ctx, ref, request(number));
const reset = (amount: bigint) => resetTestBalance(reseller.ctx, { amount });
const execute = (statement: ReturnType<typeof sql>) => at.system.db.execute(statement);

test("rejects a purchase like a live one when the balance is too low, and accepts it after a reset", async () => {
  await reset(price - 1n);
  await expect(buy("08031234567", "low")).rejects.toMatchObject({
    code: "insufficient_funds",
    fields: { amount: ["Insufficient wallet balance!"] },
    facts: { missing: 1n },
  });
  await expect(buy("08031230001")).rejects.toMatchObject({ code: "insufficient_funds" });
  await reset(price);
  expect((await buy("08031234567", "low")).status).toBe(200);
  expect(await getTestBalance(ctx)).toEqual({ wallet: 0n, held: 0n });
});

test("spends the balance once among parallel purchases", async () => {
  await reset(3n * price);
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => buy()));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  for (const result of all)
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "insufficient_funds" });
  expect(await getTestBalance(ctx)).toEqual({ wallet: 0n, held: 0n });
});

test("charges once for parallel calls with one ref", async () => {
  await reset(10n * price);
  await Promise.all(Array.from({ length: 8 }, () => buy("08031234567", "same")));
  expect(await getTestBalance(ctx)).toEqual({ wallet: 9n * price, held: 0n });
});

test("rejects one of parallel calls with one ref where a number rejects once", async () => {
  const all = await Promise.allSettled(Array.from({ length: 6 }, () => buy("08031230007", "once")));
  expect(all.filter(({ status }) => status === "rejected")).toHaveLength(1);
  expect(await getTestBalance(ctx)).toEqual({ wallet: 10_000_000n - price, held: 0n });
});

test("refunds an ended purchase once when a worker and readers settle it", async () => {
  await buy("08031230005");
  await buy("08031230010");
  expect(await getTestBalance(ctx)).toEqual({ wallet: 10_000_000n - 2n * price, held: price });
  await execute(sql`update test_purchases set ends_at = now() where reseller_id = ${reseller.id}`);
  await Promise.all([
    ...Array.from({ length: 5 }, () => getTestBalance(ctx)),
    ...Array.from({ length: 5 }, () => settleAllTestPurchases(at.system)),
  ]);
  expect(await getTestBalance(ctx)).toEqual({ wallet: 10_000_000n, held: 0n });
});

test("ends pending purchases at a reset, and refunds nothing later", async () => {
  await Promise.all([buy("08031230019"), buy("08031230002"), buy("08031230010")]);
  await reset(5n);
  expect(await getTestBalance(ctx)).toEqual({ wallet: 5n, held: 0n });
  await execute(sql`update test_purchases set ends_at = now() where reseller_id = ${reseller.id}`);
  expect(await getTestBalance(ctx)).toEqual({ wallet: 5n, held: 0n });
  const { rows } = await testBackend.list(ctx, {});
  expect(rows.map(({ state }) => state).sort()).toEqual(["failed", "failed", "successful"]);
});

test("lets parallel purchases, settlements and resets end with the balance of the last reset", async () => {
  const work = Array.from({ length: 12 }, (_, n) => [
    buy(n % 2 ? "08031230005" : "08031230010"),
    reset(100n * price),
    getTestBalance(ctx),
  ]);
  await Promise.all(work.flat());
  await execute(sql`update test_purchases set ends_at = now() where reseller_id = ${reseller.id}`);
  expect(await getTestBalance(ctx)).toEqual({ wallet: 100n * price, held: 0n });
});

test("is pending after its wait, and waits again when it is repeated", async () => {
  const order = { ref: "slow", planId: request().plan, networkId: request().network, phone: "08031230004" };
  const first = await testBackend.buy(ctx, order, 0);
  expect(first).toMatchObject({ replayed: false, purchase: { state: "sending" } });
  const repeated = testBackend.buy(ctx, order, 60_000);
  await execute(sql`update test_purchases set ends_at = now() where reseller_id = ${reseller.id}`);
  expect(await repeated).toMatchObject({ replayed: true, purchase: { state: "successful" } });
});

test("bounds the purchases of a day and those that are pending", async () => {
  await buy();
  await execute(sql`update test_wallets set placed = 2000 where reseller_id = ${reseller.id}`);
  await expect(buy()).rejects.toMatchObject({ code: "rate_limited", facts: { retryAfter: 3600 } });
  await execute(sql`update test_wallets set placed_on = placed_on - 1 where reseller_id = ${reseller.id}`);
  await buy("08031230019");
  await execute(sql`
    insert into test_purchases (ident, reseller_id, ref, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, price, wallet_before, wallet_after, state, ending)
    select 'x' || n || ${reseller.id}::text, reseller_id, n::text, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, 0, 0, 0, state, ending
    from test_purchases, generate_series(1, 499) n where reseller_id = ${reseller.id} and state = 'unconfirmed'`);
  await expect(buy()).rejects.toMatchObject({ code: "too_many_waiting", facts: { waiting: 500 } });
  await reset(price);
  await buy();
});

test("remembers a bounded number of refs that a number rejected", async () => {
  for (let n = 0; n < 105; n += 1) await buy("08031230012", `once-${n}`).catch(() => undefined);
  const [row] = await at.system.db.execute<{ first: string; n: number }>(sql`
    select rejected_refs[1] as first, cardinality(rejected_refs) as n from test_wallets where reseller_id = ${reseller.id}`);
  expect(row).toEqual({ first: "once-5", n: 100 });
});

test("shows purchases of the version before by their time, without moving money", async () => {
  await execute(sql`
    insert into test_purchases (ident, reseller_id, ref, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, price, wallet_before, wallet_after, ending, ends_at)
    values ('DTTEST' || ${reseller.id}::text, ${reseller.id}, 'old', 1, 1, 'MTN', 'SME', '1', 'GB', '30 days', '+2348031234567',
      39000, 10000000, 9961000, 'failed', now())`);
  expect(await testBackend.find(ctx, "old")).toMatchObject({ state: "failed" });
  expect(await getTestBalance(ctx)).toEqual({ wallet: 10_000_000n, held: 0n });
});

test("keeps the balance above zero in the database", async () => {
  await buy();
  await expect(
    execute(sql`update test_wallets set balance = -1 where reseller_id = ${reseller.id}`),
  ).rejects.toThrow();
});

test("settles the others' test purchases when one in the middle can't be settled", async () => {
  await settleAllTestPurchases(at.system);
  const some = [await at.reseller("api"), await at.reseller("api"), await at.reseller("api")].map(
    ({ id }) => id,
  );
  for (const id of some) {
    const actor = { kind: "token", email: "", level: "api", tokenId: id, test: true, id } as const;
    await buyPlan({ ...at.system, actor }, "late", request("08031230003"));
  }
  await execute(
    sql`update test_purchases set ends_at = now(), ending = 'failed', state = 'queued' where ref = 'late'`,
  );
  const accept = await rejectRow(at.system, "test_purchases", `old.reseller_id = ${some[1]}`);
  await expect(settleAllTestPurchases(at.system)).rejects.toMatchObject({ cause: { message: "a bad row" } });
  await accept();
  const left = await execute(
    sql`select reseller_id::int as id from test_purchases where ref = 'late' and state <> ending`,
  );
  expect(left).toEqual([{ id: some[1] }]);
});
