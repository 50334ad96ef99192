import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { listen } from "#db/listen";
import { current } from "#lib/catalogue/current";
import { costOf } from "#lib/catalogue/price";
import { sync } from "#lib/catalogue/sync";
import type { Ctx } from "#lib/core/context";
import { type Scene, scene } from "#lib/testing/scene";
import { check } from "../check.ts";
import { place } from "../place/place.ts";
import { get } from "../read/get.ts";
import { whenSettled } from "../read/watch.ts";
import { type Dispatcher, dispatch } from "./dispatch.ts";

let at: Scene;
let buyer: { id: number; ctx: Ctx };
let running: Dispatcher | undefined;
let refs = 0;

beforeAll(async () => {
  at = await scene();
  await listen("purchase", () => running?.wake());
});
beforeEach(async () => {
  await at.sandbox.reset();
  await at.sandbox.settings({ purchasesPerMinute: 1_000_000 });
  await sync(at.system);
  buyer = await at.reseller();
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await at.system.db.execute(sql`update dispatcher set on_price_rise = 'refund'`);
  expect((await check(at.system)).findings).toEqual([]);
});
afterAll(() => at.close());

const start = () => {
  running = dispatch(at.system);
};

async function buy(plan = at.offered()): Promise<string> {
  refs += 1;
  const input = { ref: `r${refs}`, phone: "08031234567", channel: "api" as const, again: true, ...plan };
  return (await place(buyer.ctx, input)).purchase.ident;
}

async function wallet(): Promise<bigint> {
  const [row] = await at.system.db.execute<{ wallet: string }>(
    sql`select wallet from wallets where reseller_id = ${buyer.id}`,
  );
  return BigInt(row?.wallet ?? -1);
}

/** The upstream takes so much for the plan from now on, and lists it so. */
const reprice = (api: bigint, { planId } = at.offered()) =>
  at.sandbox.setPlan({ id: planId, prices: { api } });

async function costOfPlan({ planId } = at.offered()): Promise<bigint> {
  const plan = (await current(at.system)).plans.get(planId);
  return (plan && costOf(plan)) ?? 0n;
}

const stopped = async () =>
  (await at.system.db.execute<{ stopped: boolean }>(sql`select stopped from dispatcher`))[0]?.stopped;

test("of nine that wait when the cost rises above what was paid none is sent, and the money is back", async () => {
  const before = await wallet();
  const idents = await Promise.all(Array.from({ length: 9 }, () => buy()));
  await reprice(at.offered().price + 5_000n);
  await sync(at.system);
  start();
  for (const ident of idents)
    expect(await whenSettled(buyer.ctx, ident, 20_000)).toMatchObject({
      state: "failed",
      cancelled: true,
      outcome: "The price went up before it was sent.",
    });
  expect(await at.sandbox.purchases()).toEqual([]);
  expect(await wallet()).toBe(before);
});

test("what costs more by now and still no more than was paid is sent, and its answer is no surprise", async () => {
  const ident = await buy();
  await reprice(at.offered().price);
  await sync(at.system);
  start();
  expect((await whenSettled(buyer.ctx, ident, 20_000)).state).toBe("successful");
  const tries = await at.system.db.execute(sql`
    select a.cost, a.amount, a.discrepancy from attempts a join purchases p on p.id = a.purchase_id where p.ident = ${ident}`);
  const price = String(at.offered().price);
  expect(tries).toMatchObject([{ cost: price, amount: price, discrepancy: null }]);
});

test("what the upstream no longer offers is not sent, and the money is back", async () => {
  const before = await wallet();
  const ident = await buy();
  await at.sandbox.setPlan({ id: at.offered().planId, active: false });
  await sync(at.system);
  start();
  expect((await whenSettled(buyer.ctx, ident, 20_000)).outcome).toContain("off sale");
  expect(await at.sandbox.purchases()).toEqual([]);
  expect(await wallet()).toBe(before);
});

test("where the operator chose so it waits, lets others go first, and is sent when the price is right again", async () => {
  await at.system.db.execute(sql`update dispatcher set on_price_rise = 'wait'`);
  const was = await costOfPlan();
  const ident = await buy();
  await reprice(at.offered().price + 5_000n);
  await sync(at.system);
  start();
  const { planId, networkId } = at.offered(1);
  const other = { ref: `other${refs}`, phone: "08031234567", channel: "api" as const, again: true };
  const { purchase } = await place(buyer.ctx, { ...other, planId, networkId });
  expect((await whenSettled(buyer.ctx, purchase.ident, 20_000)).state).toBe("successful");
  expect((await get(buyer.ctx, { ident })).state).toBe("queued");
  await reprice(was);
  await sync(at.system);
  expect((await whenSettled(buyer.ctx, ident, 20_000)).state).toBe("successful");
});

test("a charge that fits in all but the listed price is a price change: it asks for the list and stops nothing", async () => {
  const asked: string[] = [];
  const stop = await listen("price_changed", (plan) => asked.push(plan));
  await reprice(at.offered().price + 5_000n);
  start();
  for (let n = 0; n < 7; n++)
    expect((await whenSettled(buyer.ctx, await buy(), 20_000)).state).toBe("successful");
  stop();
  expect(await stopped()).toBe(false);
  expect(asked).toContain(String(at.offered().planId));
  const records = await at.system.db.execute(
    sql`select after from audit where action = 'upstream.price_changed'`,
  );
  expect(records).toContainEqual({ after: { cost: String(at.offered().price + 5_000n) } });
});

test("an upstream that goes on taking another price than it lists, asked again, is sent no more", async () => {
  start();
  const plan = at.offered(2);
  const [old, dear] = [await costOfPlan(plan), plan.price + 5_000n];
  await reprice(dear, plan);
  await whenSettled(buyer.ctx, await buy(plan), 20_000);
  // Asked again, it lists the old price.
  await reprice(old, plan);
  await sync(at.system);
  await reprice(dear, plan);
  expect(await stopped()).toBe(false);
  for (let n = 0; n < 5; n++) await whenSettled(buyer.ctx, await buy(plan), 20_000);
  await expect.poll(stopped).toBe(true);
  await at.system.db.execute(sql`update dispatcher set stopped = false, probe_at = null, probe_pause = 0`);
});

test("a price that was odd once, long over, makes no later change a contradiction", async () => {
  const plan = at.offered(3);
  const [listed, dear] = [await costOfPlan(plan), plan.price + 5_000n];
  start();
  await reprice(dear, plan);
  await whenSettled(buyer.ctx, await buy(plan), 20_000);
  await reprice(listed, plan);
  await sync(at.system);
  await whenSettled(buyer.ctx, await buy(plan), 20_000);
  await reprice(dear, plan);
  for (let n = 0; n < 5; n++) await whenSettled(buyer.ctx, await buy(plan), 20_000);
  const odd = await at.system.db.execute(sql`
    select a.discrepancy from attempts a join purchases p on p.id = a.purchase_id
    where p.plan_id = ${plan.planId} and a.discrepancy is not null`);
  expect(odd).toEqual([]);
  expect(await stopped()).toBe(false);
});
