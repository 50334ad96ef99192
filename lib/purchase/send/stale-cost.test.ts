import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listen } from "#db/listen";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { syncCatalogue } from "#lib/catalogue/sync-catalogue";
import type { Ctx } from "#lib/core/context";
import { checkPurchases } from "#lib/purchase/check-purchases";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { openScene } from "#lib/testing/open-scene";
import { type Dispatcher, runDispatcher } from "./dispatcher.ts";

const at = await openScene();
let buyer: { id: number; ctx: Ctx };
let running: Dispatcher | undefined;
let refs = 0;

await listen("purchase", () => running?.wake());
beforeEach(async () => {
  await at.sandbox.reset();
  await at.sandbox.settings({ purchasesPerMinute: 1_000_000 });
  await syncCatalogue(at.system);
  buyer = await at.reseller();
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await at.system.db.execute(sql`update dispatcher set on_price_rise = 'refund'`);
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

const start = () => {
  running = runDispatcher(at.system);
};

async function buy(plan = at.offered()): Promise<string> {
  refs += 1;
  const input = { ref: `r${refs}`, phone: "08031234567", channel: "api" as const, again: true, ...plan };
  return (await placePurchase(buyer.ctx, input)).purchase.ident;
}

async function readWallet(): Promise<bigint> {
  const [row] = await at.system.db.execute<{ wallet: string }>(
    sql`select wallet from wallets where reseller_id = ${buyer.id}`,
  );
  return BigInt(row?.wallet ?? -1);
}

/** Changes the upstream's price of a plan, and lists it. */
const reprice = (api: bigint, { planId } = at.offered()) =>
  at.sandbox.setPlan({ id: planId, prices: { api } });

async function readPlanCost({ planId } = at.offered()): Promise<bigint> {
  const plan = (await getCatalogue(at.system)).plans.get(planId);
  return plan?.cost ?? 0n;
}

const isStopped = async () =>
  (await at.system.db.execute<{ stopped: boolean }>(sql`select stopped from dispatcher`))[0]?.stopped;

test("refunds all nine queued purchases when the cost rises above their price", async () => {
  const before = await readWallet();
  const idents = await Promise.all(Array.from({ length: 9 }, () => buy()));
  await reprice(at.offered().price + 5_000n);
  await syncCatalogue(at.system);
  start();
  for (const ident of idents)
    expect(await waitUntilSettled(buyer.ctx, ident, 20_000)).toMatchObject({
      state: "failed",
      cancelled: true,
      outcome: "The price went up before it was sent.",
    });
  expect(await at.sandbox.purchases()).toEqual([]);
  expect(await readWallet()).toBe(before);
});

test("sends a purchase whose cost rose up to its price, and accepts the response", async () => {
  const ident = await buy();
  await reprice(at.offered().price);
  await syncCatalogue(at.system);
  start();
  expect((await waitUntilSettled(buyer.ctx, ident, 20_000)).state).toBe("successful");
  const tries = await at.system.db.execute(sql`
    select a.cost, a.amount, a.discrepancy from attempts a join purchases p on p.id = a.purchase_id where p.ident = ${ident}`);
  const price = String(at.offered().price);
  expect(tries).toMatchObject([{ cost: price, amount: price, discrepancy: null }]);
});

test("refunds a queued purchase whose plan the upstream no longer offers", async () => {
  const before = await readWallet();
  const ident = await buy();
  await at.sandbox.setPlan({ id: at.offered().planId, active: false });
  await syncCatalogue(at.system);
  start();
  expect((await waitUntilSettled(buyer.ctx, ident, 20_000)).outcome).toContain("off sale");
  expect(await at.sandbox.purchases()).toEqual([]);
  expect(await readWallet()).toBe(before);
});

test("keeps a purchase queued by the operator's policy, sends others first, and sends it when the price is back", async () => {
  await at.system.db.execute(sql`update dispatcher set on_price_rise = 'wait'`);
  const was = await readPlanCost();
  const ident = await buy();
  await reprice(at.offered().price + 5_000n);
  await syncCatalogue(at.system);
  start();
  const { planId, networkId } = at.offered(1);
  const request = { ref: `other${refs}`, phone: "08031234567", channel: "api" as const, again: true };
  const { purchase } = await placePurchase(buyer.ctx, { ...request, planId, networkId });
  expect((await waitUntilSettled(buyer.ctx, purchase.ident, 20_000)).state).toBe("successful");
  expect((await getPurchase(buyer.ctx, { ident })).state).toBe("queued");
  await reprice(was);
  await syncCatalogue(at.system);
  expect((await waitUntilSettled(buyer.ctx, ident, 20_000)).state).toBe("successful");
});

test("treats a charge that differs only in price as a price change, and requests the list", async () => {
  const requests: string[] = [];
  const stop = await listen("price_changed", (plan) => requests.push(plan));
  await reprice(at.offered().price + 5_000n);
  start();
  for (let n = 0; n < 7; n++)
    expect((await waitUntilSettled(buyer.ctx, await buy(), 20_000)).state).toBe("successful");
  stop();
  expect(await isStopped()).toBe(false);
  expect(requests).toContain(String(at.offered().planId));
  const records = await at.system.db.execute(
    sql`select after from audit where action = 'upstream.price_changed'`,
  );
  expect(records).toContainEqual({ after: { cost: String(at.offered().price + 5_000n) } });
});

test("stops sending when the upstream keeps charging another price than it lists", async () => {
  start();
  const plan = at.offered(2);
  const [old, dear] = [await readPlanCost(plan), plan.price + 5_000n];
  await reprice(dear, plan);
  await waitUntilSettled(buyer.ctx, await buy(plan), 20_000);
  // After another request, it lists the old price.
  await reprice(old, plan);
  await syncCatalogue(at.system);
  await reprice(dear, plan);
  expect(await isStopped()).toBe(false);
  for (let n = 0; n < 5; n++) await waitUntilSettled(buyer.ctx, await buy(plan), 20_000);
  await expect.poll(isStopped).toBe(true);
  await at.system.db.execute(
    sql`update dispatcher set stopped = false, probe_at = null, probe_delay_seconds = 0`,
  );
});

test("accepts a later price change after an old exception", async () => {
  const plan = at.offered(3);
  const [listed, dear] = [await readPlanCost(plan), plan.price + 5_000n];
  start();
  await reprice(dear, plan);
  await waitUntilSettled(buyer.ctx, await buy(plan), 20_000);
  await reprice(listed, plan);
  await syncCatalogue(at.system);
  await waitUntilSettled(buyer.ctx, await buy(plan), 20_000);
  await reprice(dear, plan);
  for (let n = 0; n < 5; n++) await waitUntilSettled(buyer.ctx, await buy(plan), 20_000);
  const odd = await at.system.db.execute(sql`
    select a.discrepancy from attempts a join purchases p on p.id = a.purchase_id
    where p.plan_id = ${plan.planId} and a.discrepancy is not null`);
  expect(odd).toEqual([]);
  expect(await isStopped()).toBe(false);
});
