import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connect } from "#db/client";
import { listen } from "#db/listen";
import { openTestProxy } from "#db/testing/test-proxy";
import type { Ctx } from "#lib/core/context";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { checkPurchases } from "#lib/sales/check-purchases";
import { setPlanRouting } from "#lib/supplier/plan-routing";
import { getMainSupplier } from "#lib/supplier/supplier";
import { addTestSupplier, type TestSupplier } from "#lib/supplier/testing/test-supplier";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { findResentRefs } from "#sandbox/outcome-checks";
import { claimPurchase } from "./claim-purchase.ts";
import { stopDispatching } from "./dispatch-control.ts";
import { runDispatcher } from "./dispatcher.ts";
import { expireQueuedPurchases } from "./expire-queued-purchases.ts";
import { judgeSuppliers } from "./judge-suppliers.ts";
import { claimNext, sendNext } from "./testing/claim-next.ts";
import { resetSending } from "./testing/reset-sending.ts";

const MAIN = MAIN_SUPPLIER_ID;
const at = await openScene();
// One alone: a second one would approve what it changes.
const admin = await at.admin();
let buyer: { id: number; ctx: Ctx };
let second: TestSupplier;
let count = 0;

beforeEach(async () => {
  await at.sandbox.reset();
  await resetSending(at.system);
  await at.system.db.execute(sql`update dispatcher set routing = 'cost'`);
  await at.system.db.execute(sql`update suppliers set rank = 1`);
  await at.system.db.execute(sql`update suppliers set synced_at = now() where id = 1`);
  // Purchases of other tests are claimed by none.
  await at.system.db.execute(sql`update purchases set deadline_at = now() where state = 'queued'`);
  await expireQueuedPurchases(at.system);
  buyer = await at.reseller("affiliate", 50_000_000n);
});
afterEach(async () => {
  const logs = await Promise.all([at.sandbox.log(), second.control.log()]);
  await at.system.db.execute(sql`update suppliers set enabled = id = ${MAIN}`);
  await second.close();
  const all = logs.flat().sort((a, b) => a.receivedAt - b.receivedAt);
  expect(findResentRefs(all)).toEqual([]);
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

/** Adds a supplier that delivers the first three plans, at this share of the main one's cost in per cent. */
async function addOther(percent = 100): Promise<void> {
  const routes = [0, 1, 2].map((n) => {
    const { planId, networkId } = at.offered(n);
    return { planId, networkId, cost: (costOf(n) * BigInt(percent)) / 100n };
  });
  second = await addTestSupplier(at.system, { routes });
  for (const { planId, cost } of routes) await second.control.setPlan({ id: planId, prices: { api: cost } });
}

const costOf = (n: number) => at.catalogue.plans.get(at.offered(n).planId)?.amounts.api ?? 0n;

async function buy(n = 0): Promise<string> {
  count += 1;
  const input = { ref: `r${count}`, phone: "08031234567", channel: "web" as const, again: true };
  return (await placePurchase(buyer.ctx, { ...input, ...at.offered(n) })).purchase.ident;
}

/** Places a purchase that each supplier leaves to a better one. */
async function buyNow(n = 0): Promise<string> {
  const ident = await buy(n);
  await at.system.db.execute(
    sql`update purchases set placed_at = now() + interval '1 hour' where ident = ${ident}`,
  );
  return ident;
}

const claim = (supplierId: number) => claimNext(at.system, supplierId);
const send = (supplierId: number) => sendNext(at.system, supplierId);

const listAttempts = (ident: string) =>
  at.system.db.execute<{ supplier_id: number; result: string; choice: string | null }>(sql`
    select a.supplier_id, a.result, a.choice from attempts a join purchases p on p.id = a.purchase_id
    where p.ident = ${ident} order by a.id`);

test("buys from the cheapest supplier, by its ids of plan and network, and stores what it charged", async () => {
  const [{ planId }, theirs] = [at.offered(0), at.offered(1)];
  const cost = costOf(0) - 100n;
  second = await addTestSupplier(at.system, {
    routes: [{ planId, networkId: theirs.networkId, cost, supplierPlanId: theirs.planId }],
  });
  await second.control.setPlan({ id: theirs.planId, prices: { api: cost } });
  const ident = await buyNow();
  expect(await claim(MAIN)).toBeUndefined();
  await send(second.id);
  expect(await listAttempts(ident)).toMatchObject([
    { supplier_id: second.id, choice: "cost", result: "successful" },
  ]);
  expect((await second.control.log()).find(({ executed }) => executed)).toMatchObject({
    ref: ident,
    body: { plan: theirs.planId, network: theirs.networkId },
  });
  const [row] = await at.system.db.execute(
    sql`select supplier_id, charged from purchases where ident = ${ident}`,
  );
  expect(row).toMatchObject({ supplier_id: second.id, charged: String(cost) });
  await at.system.db.execute(sql`update purchases set supplier_id = ${MAIN} where ident = ${ident}`);
  expect((await checkPurchases(at.system)).findings).toEqual([
    "1 purchases whose supplier isn't the one they were sent to",
  ]);
  await at.system.db.execute(sql`update purchases set supplier_id = ${second.id} where ident = ${ident}`);
});

test("never buys at a supplier that asks more than was paid, or whose route is closed", async () => {
  await addOther(150);
  const ident = await buyNow();
  await at.system.db.execute(sql`update suppliers set enabled = false where id = ${MAIN}`);
  expect(await claim(second.id)).toBeUndefined();
  await at.system.db.execute(sql`update suppliers set enabled = true where id = ${MAIN}`);
  await at.system.db.execute(sql`
    update routes set cost = ${costOf(0)} / 2 where supplier_id = ${second.id}`);
  expect(await claim(second.id)).toBeUndefined();
  await send(MAIN);
  expect(await listAttempts(ident)).toMatchObject([{ supplier_id: MAIN, choice: "only" }]);
});

test.each(["no-connection", "unauthorized", "too-many"] as const)(
  "goes to the next supplier when the first surely didn’t take it: %s",
  async (fault) => {
    await addOther(101);
    const ident = await buyNow();
    expect(await claim(second.id)).toBeUndefined();
    if (fault === "no-connection") await at.sandbox.down();
    else await at.sandbox.order(fault);
    await send(MAIN);
    expect(await claim(MAIN)).toBeUndefined();
    await send(second.id);
    const [first, next] = await listAttempts(ident);
    expect(first).toMatchObject({ supplier_id: MAIN });
    expect(next).toMatchObject({ supplier_id: second.id, choice: "next", result: "successful" });
    if (fault === "no-connection") await at.sandbox.up();
  },
);

test("never sends an unconfirmed purchase to another supplier", async () => {
  await addOther(101);
  const ident = await buyNow();
  await at.sandbox.order("reset");
  await send(MAIN);
  expect(await claim(second.id)).toBeUndefined();
  expect(await listAttempts(ident)).toMatchObject([{ supplier_id: MAIN, result: "unconfirmed" }]);
  await resetSending(at.system);
});

test("takes what a better supplier left for longer than one of its slots", async () => {
  await addOther(99);
  const ident = await buyNow();
  expect(await claim(MAIN)).toBeUndefined();
  await at.system.db.execute(
    sql`update purchases set placed_at = now() - interval '1 hour' where ident = ${ident}`,
  );
  await send(MAIN);
  expect(await listAttempts(ident)).toMatchObject([{ supplier_id: MAIN, choice: "late" }]);
});

test.each([
  ["rank", "rank", 101],
  ["rank among those of the same cost", "cost", 100],
] as const)("chooses by %s", async (_name, routing, percent) => {
  await addOther(percent);
  await at.system.db.execute(sql`update dispatcher set routing = ${routing}`);
  await at.system.db.execute(sql`update suppliers set rank = 2 where id = ${MAIN}`);
  const ident = await buyNow();
  expect(await claim(MAIN)).toBeUndefined();
  await send(second.id);
  expect(await listAttempts(ident)).toMatchObject([{ supplier_id: second.id, choice: routing }]);
});

test("chooses for a plan as that plan says", async () => {
  await addOther(101);
  const [own, other] = [at.offered(0).planId, at.offered(1).planId];
  const set = (planId: number, to: string, expected = "all") =>
    setPlanRouting(admin, { planId, to, expected, reason: "as agreed" });
  await set(own, `supplier ${second.id}`);
  await set(other, "rank");
  await at.system.db.execute(sql`update suppliers set rank = 2 where id = ${MAIN}`);
  const idents = [await buyNow(0), await buyNow(1), await buyNow(2)];
  await send(second.id);
  await send(second.id);
  expect(await claim(second.id)).toBeUndefined();
  await send(MAIN);
  expect(await Promise.all(idents.map(async (ident) => (await listAttempts(ident))[0]))).toMatchObject([
    { supplier_id: second.id, choice: "first" },
    { supplier_id: second.id, choice: "rank" },
    { supplier_id: MAIN, choice: "cost" },
  ]);
  await expect(set(own, "cost")).rejects.toMatchObject({ code: "conflict" });
  await expect(set(own, "supplier 999", `supplier ${second.id}`)).rejects.toMatchObject({ code: "invalid" });
  await set(own, "all", `supplier ${second.id}`);
  await set(other, "all", "rank");
});

test("tries a stopped supplier again with a purchase that another could take", async () => {
  await addOther(99);
  await at.system.db.execute(sql`
    update supplier_sending set stopped = true, stopped_at = now(), probe_at = now() where supplier_id = ${second.id}`);
  const ident = await buyNow();
  expect(await claim(MAIN)).toBeUndefined();
  await send(second.id);
  expect(await listAttempts(ident)).toMatchObject([{ supplier_id: second.id, choice: "probe" }]);
  expect(
    await at.system.db.execute(sql`select stopped from supplier_sending where supplier_id = ${second.id}`),
  ).toEqual([{ stopped: false }]);
});

test("stops one supplier by its responses, and sells on by the other", async () => {
  await addOther(101);
  await at.sandbox.order("unauthorized", { times: "always" });
  const dispatcher = runDispatcher(at.system);
  const unlisten = await listen("purchase", () => dispatcher.wake());
  for (let n = 0; n < 3; n++)
    expect((await waitUntilSettled(buyer.ctx, await buy(), TEST_TIMEOUT_MS)).state).toBe("successful");
  expect(
    await at.system.db.execute(sql`
      select supplier_id, stopped from supplier_sending where supplier_id in (${MAIN}, ${second.id}) order by 1`),
  ).toEqual([
    { supplier_id: MAIN, stopped: true },
    { supplier_id: second.id, stopped: false },
  ]);
  await expect(buy(5)).rejects.toMatchObject({ code: "service_unavailable" });
  unlisten();
  await dispatcher.stop();
});

test("buys from none after an admin stopped sending", async () => {
  await addOther(99);
  const ident = await buyNow();
  await stopDispatching(admin, { reason: "all of it" });
  expect(await claim(second.id)).toBeUndefined();
  expect(await claim(MAIN)).toBeUndefined();
  await expect(buy()).rejects.toMatchObject({ code: "service_unavailable" });
  await at.system.db.execute(sql`update dispatcher set stopped = false`);
  await send(second.id);
  expect(await listAttempts(ident)).toMatchObject([{ supplier_id: second.id }]);
});

test("buys nothing with the token of a supplier in a restored copy", async () => {
  await addOther(99);
  await at.system.db.execute(sql`update suppliers set home = 'another database' where id = ${second.id}`);
  const ident = await buyNow();
  expect(await claim(second.id)).toBeUndefined();
  await send(MAIN);
  expect(await listAttempts(ident)).toMatchObject([{ supplier_id: MAIN }]);
});

test("passes over a supplier most of whose purchases fail, but for one a minute, until these succeed", async () => {
  await addOther(99);
  const readReason = async () => {
    await judgeSuppliers(at.system);
    const [row] = await at.system.db.execute<{ reason: string | null }>(
      sql`select poor_reason as reason from suppliers where id = ${second.id}`,
    );
    return row?.reason;
  };
  await second.control.order("fail", { times: 10 });
  for (let n = 0; n < 10; n++) {
    expect(await readReason()).toBe(null);
    await buyNow();
    await send(second.id);
  }
  expect(await readReason()).toBe("10 of its latest 10 purchases failed, were unclear or slow.");
  const passed = await buyNow();
  expect(await claim(second.id)).toBeUndefined();
  await send(MAIN);
  expect(await listAttempts(passed)).toMatchObject([{ supplier_id: MAIN }]);
  for (let n = 0; n < 5; n++) {
    expect(await readReason()).not.toBe(null);
    await passMinute();
    await buyNow();
    expect(await claim(MAIN)).toBeUndefined();
    await send(second.id);
  }
  expect(await readReason()).toBe(null);
  expect(await readReason()).toBe(null);
  await buyNow();
  await send(second.id);
});

/** Makes everything of the other supplier a minute older. */
async function passMinute(): Promise<void> {
  const minute = sql`interval '1 minute'`;
  await at.system.db.execute(sql`
    update attempts set claimed_at = claimed_at - ${minute}, answered_at = answered_at - ${minute} where supplier_id = ${second.id}`);
  await at.system.db.execute(sql`
    update suppliers set poor_since = poor_since - ${minute}, judged_since = judged_since - ${minute} where id = ${second.id}`);
}

test("sells on while the main supplier’s list is too old, but only what another delivers", async () => {
  await addOther();
  await at.system.db.execute(sql`update suppliers set synced_at = now() - interval '2 days' where id = 1`);
  await buyNow();
  await expect(buy(5)).rejects.toMatchObject({ code: "service_unavailable" });
  await at.system.db.execute(sql`update suppliers set synced_at = now() - interval '2 days'`);
  await expect(buy()).rejects.toMatchObject({ code: "service_unavailable" });
  await at.system.db.execute(sql`update suppliers set synced_at = now() where id = 1`);
  await send(MAIN);
});

test("never sends a purchase as what its plan became since, though an admin confirmed the match", async () => {
  await addOther(99);
  const { planId } = at.offered(0);
  const ident = await buyNow();
  const [was] = await at.system.db.execute<{ size: string }>(
    sql`select size from plans where id = ${planId}`,
  );
  await at.system.db.execute(sql`update plans set size = '88' where id = ${planId}`);
  await at.system.db.execute(sql`
    update routes set confirmed_cost = cost, closed_for = null where supplier_id = ${second.id} and plan_id = ${planId}`);
  expect([await claim(second.id), await claim(MAIN)]).toEqual([undefined, undefined]);
  expect(await expireQueuedPurchases(at.system)).toBe(1);
  expect(await listAttempts(ident)).toEqual([]);
  await at.system.db.execute(sql`update plans set size = ${was?.size ?? ""} where id = ${planId}`);
});

test("counts what a later supplier charged at once, and closes its route when its list contradicts", async () => {
  await addOther(99);
  const [{ planId }, dear] = [at.offered(0), at.offered(0).price + 1_000n];
  const charge = async () => {
    await buyNow();
    await second.control.setPlan({ id: planId, prices: { api: dear } });
    await send(second.id);
  };
  const route = async () =>
    (
      await at.system.db.execute(sql`
      select cost, open, closed_for from routes where supplier_id = ${second.id} and plan_id = ${planId}`)
    )[0];
  await charge();
  expect(await route()).toEqual({ cost: String(dear), open: true, closed_for: null });
  const left = await buyNow();
  expect(await claim(second.id)).toBeUndefined();
  await send(MAIN);
  expect(await listAttempts(left)).toMatchObject([{ supplier_id: MAIN }]);

  // A list that still has the old cost.
  await at.system.db.execute(sql`update suppliers set synced_at = clock_timestamp() where id = ${second.id}`);
  await at.system.db.execute(sql`
    update routes set cost = ${(costOf(0) * 99n) / 100n} where supplier_id = ${second.id} and plan_id = ${planId}`);
  await charge();
  expect(await route()).toMatchObject({ open: false, closed_for: "charged" });
});

test.each([
  ["main", sql`update suppliers set synced_at = now() - interval '2 days' where id = 1`, 99],
  ["later", sql`update suppliers set synced_at = now() - interval '2 days' where id <> 1`, 101],
] as const)("doesn’t buy by a list that is too old: the %s supplier’s", async (stale, change, percent) => {
  await addOther(percent);
  const [old, fresh] = stale === "main" ? [MAIN, second.id] : [second.id, MAIN];
  const ident = await buyNow();
  await at.system.db.execute(change);
  // It is left to none whose list is too old, and a probe doesn't go there either.
  await at.system.db.execute(sql`update suppliers set rank = case when id = ${old} then 1 else 2 end`);
  await at.system.db.execute(sql`update dispatcher set routing = 'rank'`);
  expect(await claim(old)).toBeUndefined();
  await send(fresh);
  expect(await listAttempts(ident)).toMatchObject([{ supplier_id: fresh, choice: "only" }]);
  await at.system.db.execute(sql`update suppliers set synced_at = now() where id = 1`);
});

test("keeps a purchase queued while no list is fresh, and sends it by the next one", async () => {
  await addOther();
  const ident = await buyNow();
  const age = (interval: string) =>
    Promise.all([
      at.system.db.execute(sql`update suppliers set synced_at = now() - ${interval}::interval where id = 1`),
      at.system.db.execute(
        sql`update suppliers set synced_at = now() - ${interval}::interval where id = ${second.id}`,
      ),
    ]);
  await age("2 days");
  expect([await claim(MAIN), await claim(second.id)]).toEqual([undefined, undefined]);
  await at.system.db.execute(sql`update suppliers set enabled = false where id = ${second.id}`);
  await at.system.db.execute(sql`update supplier_sending set next_slot_at = now()`);
  expect(await claimPurchase(at.system, "alone", getMainSupplier())).toBeUndefined();
  expect(await expireQueuedPurchases(at.system)).toBe(0);
  await age("0 seconds");
  await send(MAIN);
  expect(await listAttempts(ident)).toMatchObject([{ supplier_id: MAIN, result: "successful" }]);
});

test("gives up a purchase that several suppliers surely didn’t take, after twenty tries", async () => {
  await addOther();
  const ident = await buyNow();
  await at.system.db.execute(sql`
    insert into attempts (purchase_id, supplier_id, worker, result, claimed_at, cost)
    select p.id, case when n % 2 = 0 then ${second.id} else 1 end, 'w', 'rejected', now() - interval '1 hour', p.cost
    from purchases p cross join generate_series(1, 19) n where p.ident = ${ident}`);
  await at.sandbox.order("unavailable");
  await send(MAIN);
  expect(await listAttempts(ident)).toHaveLength(20);
  expect((await waitUntilSettled(buyer.ctx, ident, TEST_TIMEOUT_MS)).state).toBe("failed");
});

test("claims in one statement, alone and among others, and in two where that changed", async () => {
  await addOther();
  let sent = 0;
  const door = await openTestProxy(at.url, (side) => {
    if (side === "client") sent += 1;
    return true;
  });
  const line = connect(door.url, 1);
  const enable = (enabled: boolean) =>
    at.system.db.execute(sql`update suppliers set enabled = ${enabled} where id = ${second.id}`);
  const countStatements = async () => {
    const before = sent;
    expect(await claimPurchase({ ...at.system, db: line.db }, "counted", getMainSupplier())).toBeUndefined();
    return sent - before;
  };
  try {
    // Both texts are prepared.
    for (const enabled of [false, false, true]) {
      await enable(enabled);
      await countStatements();
    }
    expect(await countStatements()).toBe(1);
    await enable(false);
    expect([await countStatements(), await countStatements()]).toEqual([1, 1]);
    await enable(true);
    expect([await countStatements(), await countStatements()]).toEqual([2, 1]);
  } finally {
    await line.close();
    door.close();
  }
});
