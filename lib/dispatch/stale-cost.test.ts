import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listen } from "#db/listen";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import type { Ctx } from "#lib/core/context";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { checkPurchases } from "#lib/sales/check-purchases";
import { confirmRouteCost } from "#lib/supplier/match-route";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import { openScene } from "#lib/testing/open-scene";
import { rejectRow } from "#lib/testing/reject-row";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { type Dispatcher, runDispatcher } from "./dispatcher.ts";
import { expireQueuedPurchases } from "./expire-queued-purchases.ts";
import { claimNext, sendNext } from "./testing/claim-next.ts";
import { resetSending } from "./testing/reset-sending.ts";

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

const listCosts = (idents: readonly string[]) =>
  at.system.db.execute<{ cost: string; amount: string | null; discrepancy: string | null }>(sql`
    select a.cost, a.amount, a.discrepancy from attempts a join purchases p on p.id = a.purchase_id
    where p.ident in ${idents} order by a.id`);

const isStopped = async () =>
  (await at.system.db.execute<{ stopped: boolean }>(sql`select stopped from supplier_sending`))[0]?.stopped;

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
  const price = String(at.offered().price);
  expect(await listCosts([ident])).toMatchObject([{ cost: price, amount: price, discrepancy: null }]);
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

test.each([{ size: "88" }, { validity: "33 Days" }])(
  "refunds a queued purchase whose plan the main supplier replaced: %o",
  async (patch) => {
    const plan = at.offered(10);
    const ident = await buy(plan);
    await at.sandbox.setPlan({ id: plan.planId, ...patch });
    await syncCatalogue(at.system);
    expect(await claimNext(at.system, MAIN_SUPPLIER_ID)).toBeUndefined();
    expect(await expireQueuedPurchases(at.system)).toBe(1);
    expect(await getPurchase(buyer.ctx, { ident })).toMatchObject({
      state: "failed",
      outcome: "The network took this plan off sale before it was sent.",
    });
    expect(await at.sandbox.purchases()).toEqual([]);
  },
);

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

test("counts what a response charged at once: nothing more is bought there at a loss, and the list is requested", async () => {
  const requests: string[] = [];
  const stop = await listen("price_changed", (plan) => requests.push(plan));
  const idents = [await buy(), await buy(), await buy()];
  const dear = at.offered().price + 5_000n;
  await reprice(dear);
  await sendNext(at.system, MAIN_SUPPLIER_ID);
  expect(await readPlanCost()).toBe(dear);
  expect(await claimNext(at.system, MAIN_SUPPLIER_ID)).toBeUndefined();
  await expect(buy()).rejects.toMatchObject({ code: "invalid" });
  expect(await expireQueuedPurchases(at.system)).toBe(2);
  const states = await Promise.all(
    idents.map(async (ident) => (await getPurchase(buyer.ctx, { ident })).state),
  );
  expect(states).toEqual(["successful", "failed", "failed"]);
  await expect.poll(() => requests).toContain(String(at.offered().planId));
  stop();
  expect(await isStopped()).toBe(false);
  const records = await at.system.db.execute(
    sql`select after from audit where action = 'upstream.price_changed'`,
  );
  expect(records).toContainEqual({ after: { cost: String(dear), supplier: MAIN_SUPPLIER_ID } });
});

test("buys on at a cost that a response raised up to the price", async () => {
  const plan = at.offered(9);
  const idents = [await buy(plan), await buy(plan)];
  await reprice(plan.price, plan);
  await sendNext(at.system, MAIN_SUPPLIER_ID);
  await sendNext(at.system, MAIN_SUPPLIER_ID);
  const price = String(plan.price);
  expect(await listCosts(idents)).toMatchObject([{ amount: price }, { cost: price, amount: price }]);
});

/** Charges more than is listed, twice, with a list in between that has the old price. */
async function contradictList(plans: readonly { planId: number; networkId: number; price: bigint }[]) {
  const listed = await Promise.all(plans.map(readPlanCost));
  for (const round of [1, 2]) {
    const idents: string[] = [];
    for (const plan of plans) idents.push(await buy(plan));
    for (const plan of plans) await reprice(plan.price + 5_000n, plan);
    for (const _ of plans)
      if (round === 1 || !(await isStopped())) await sendNext(at.system, MAIN_SUPPLIER_ID);
    for (const [n, plan] of plans.entries()) await reprice(listed[n] ?? 0n, plan);
    await syncCatalogue(at.system);
  }
}

test("sells a plan no more whose charge contradicts the list, until an admin confirms its cost", async () => {
  const plan = at.offered(2);
  const cost = await readPlanCost(plan);
  await contradictList([plan]);
  await syncCatalogue(at.system);
  expect((await getCatalogue(at.system)).plans.get(plan.planId)).toMatchObject({ doubt: "charged", cost });
  await expect(buy(plan)).rejects.toMatchObject({ code: "invalid" });
  const route = { supplierId: MAIN_SUPPLIER_ID, supplierPlanId: plan.planId };
  await confirmRouteCost(await at.admin(), { ...route, cost });
  await buy(plan);
  await sendNext(at.system, MAIN_SUPPLIER_ID);
  expect(await isStopped()).toBe(false);
});

test("stops sending when the upstream keeps charging other prices than it lists", async () => {
  await contradictList([4, 5, 6, 7, 8].map((n) => at.offered(n)));
  expect(await isStopped()).toBe(true);
  await resetSending(at.system);
});

test("accepts a later price change after an old exception", async () => {
  const plan = at.offered(3);
  const [listed, dear] = [await readPlanCost(plan), plan.price + 5_000n];
  const idents: string[] = [];
  for (const charged of [dear, listed, dear]) {
    idents.push(await buy(plan));
    await reprice(charged, plan);
    await sendNext(at.system, MAIN_SUPPLIER_ID);
    await reprice(listed, plan);
    await syncCatalogue(at.system);
  }
  expect((await listCosts(idents)).map(({ discrepancy }) => discrepancy)).toEqual([null, null, null]);
  expect((await getCatalogue(at.system)).plans.get(plan.planId)?.doubt).toBeNull();
  expect(await isStopped()).toBe(false);
});

test("expires the others when one in the middle can't be refunded", async () => {
  const idents = [await buy(), await buy(), await buy()];
  await at.system.db.execute(sql`update purchases set deadline_at = now() where ident in ${idents}`);
  const accept = await rejectRow(at.system, "purchases", `old.ident = '${idents[1]}'`);
  await expect(expireQueuedPurchases(at.system)).rejects.toMatchObject({ cause: { message: "a bad row" } });
  await accept();
  const readStates = () =>
    Promise.all(idents.map(async (ident) => (await getPurchase(buyer.ctx, { ident })).state));
  expect(await readStates()).toEqual(["failed", "queued", "failed"]);
  expect(await expireQueuedPurchases(at.system)).toBe(1);
});
