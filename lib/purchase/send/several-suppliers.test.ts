import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { listen } from "#db/listen";
import type { Ctx } from "#lib/core/context";
import { checkPurchases } from "#lib/purchase/check-purchases";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { addTestSupplier, type TestSupplier } from "#lib/supplier/testing/test-supplier";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { findResentRefs } from "#sandbox/outcome-checks";
import { supplierOrder } from "./choose-supplier.ts";
import { stopDispatching } from "./dispatch-control.ts";
import { type Dispatcher, runDispatcher } from "./dispatcher.ts";

const at = await openScene({ UPSTREAM_PURCHASES_PER_MINUTE: "6000" });
let buyer: { id: number; ctx: Ctx };
let running: Dispatcher | undefined;
const others: TestSupplier[] = [];

beforeAll(async () => {
  await listen("purchase", () => running?.wake());
  await listen("dispatcher", () => running?.wake());
});
beforeEach(async () => {
  await at.sandbox.reset();
  await at.sandbox.settings({ purchasesPerMinute: 1_000_000 });
  await at.system.db.execute(sql`update dispatcher set stopped = false, stopped_by = null, stopped_at = null, probe_at = null,
    probe_delay_seconds = 0, backoff_seconds = 0, next_slot_at = now(), routing = 'cost'`);
  await at.system.db.execute(sql`update suppliers set enabled = id = 1`);
  buyer = await at.reseller("affiliate", 50_000_000n);
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  const executed = await executedIdents();
  expect(executed.filter((ident, n) => executed.indexOf(ident) !== n)).toEqual([]);
  expect(findResentRefs(await at.sandbox.log())).toEqual([]);
  expect((await checkPurchases(at.system)).findings).toEqual([]);
  await at.system.db.execute(sql`update suppliers set enabled = id = 1`);
  for (const other of others.splice(0)) await other.close();
});

/** The refs that a supplier executed, of all suppliers: one that occurs twice was delivered twice. */
async function executedIdents(): Promise<(string | null)[]> {
  const logs = await Promise.all(
    [at.sandbox, ...others.map(({ control }) => control)].map((each) => each.log()),
  );
  return logs.flatMap((log) => log.filter(({ executed }) => executed).map(({ ref }) => ref));
}

async function addSupplier(
  options: Partial<Parameters<typeof addTestSupplier>[1]> & { factor?: number } = {},
): Promise<TestSupplier> {
  const { factor = 100, ...rest } = options;
  const routes = [0, 1, 2].map((n) => {
    const { planId, networkId } = at.offered(n);
    const cost = at.catalogue.plans.get(planId)?.amounts.api ?? 0n;
    return { planId, networkId, cost: (cost * BigInt(factor)) / 100n };
  });
  const other = await addTestSupplier(at.system, { routes, ...rest });
  others.push(other);
  return other;
}

let refs = 0;
async function buy(n = 0): Promise<string> {
  refs += 1;
  const input = {
    ref: `r${refs}`,
    phone: "08031234567",
    channel: "web" as const,
    again: true,
    ...at.offered(n),
  };
  return (await placePurchase(buyer.ctx, input)).purchase.ident;
}

async function suppliersOf(ident: string) {
  return at.system.db.execute<{ supplier_id: number; result: string; choice: string | null }>(sql`
    select a.supplier_id, a.result, a.choice from attempts a join purchases p on p.id = a.purchase_id
    where p.ident = ${ident} order by a.id`);
}

const end = async (ident: string) => (await waitUntilSettled(buyer.ctx, ident, TEST_TIMEOUT_MS)).state;

/** Starts sending, and waits until there is a connection that claims for each supplier. */
async function start(): Promise<void> {
  running = runDispatcher(at.system);
  await expect.poll(() => countClaimingConnections(), { timeout: TEST_TIMEOUT_MS }).toBe(others.length + 1);
}

async function countClaimingConnections(): Promise<number> {
  const [row] = await at.system.db.execute<{ count: string }>(sql`
    select count(*) from pg_stat_activity where datname = current_database() and application_name like 'portal-claims%'`);
  return Number(row?.count);
}

const costOf = (n = 0) => at.catalogue.plans.get(at.offered(n).planId)?.amounts.api ?? 0n;

test("buys from the cheapest supplier, by its ids of plan and network, and stores what it charged", async () => {
  const [{ planId }, theirs] = [at.offered(0), at.offered(1)];
  const cost = costOf() - 100n;
  const supplier = await addTestSupplier(at.system, {
    routes: [{ planId, networkId: theirs.networkId, cost, supplierPlanId: theirs.planId }],
  });
  others.push(supplier);
  await supplier.control.setPlan({ id: theirs.planId, prices: { api: cost } });
  await start();
  const ident = await buy();
  expect(await end(ident)).toBe("successful");
  expect(await suppliersOf(ident)).toMatchObject([{ supplier_id: supplier.id, choice: "cost" }]);
  expect((await supplier.control.log()).find(({ executed }) => executed)).toMatchObject({
    ref: ident,
    body: { plan: theirs.planId, network: theirs.networkId },
  });
  const [row] = await at.system.db.execute(
    sql`select supplier_id, charged from purchases where ident = ${ident}`,
  );
  expect(row).toMatchObject({ supplier_id: supplier.id, charged: String(cost) });
});

test("never buys at a supplier that asks more than was paid, or has no open route", async () => {
  const dear = await addSupplier({ factor: 150 });
  await at.system.db.execute(sql`update dispatcher set routing = 'rank'`);
  await at.system.db.execute(sql`update suppliers set rank = 2 where id = 1`);
  await start();
  const ident = await buy();
  expect(await end(ident)).toBe("successful");
  expect(await suppliersOf(ident)).toMatchObject([{ supplier_id: 1, choice: "only" }]);
  expect((await dear.control.log()).filter(({ route }) => route === "purchase")).toEqual([]);
});

test.each(["no-connection", "unauthorized", "too-many"] as const)(
  "goes to the next supplier when the first surely didn’t take it: %s",
  async (fault) => {
    const next = await addSupplier({ factor: 101 });
    if (fault === "no-connection") await at.sandbox.down();
    else await at.sandbox.order(fault, { times: "always" });
    await start();
    const ident = await buy();
    expect(await end(ident)).toBe("successful");
    const tried = await suppliersOf(ident);
    expect(tried.at(-1)).toMatchObject({ supplier_id: next.id, result: "successful", choice: "next" });
    expect(tried.slice(0, -1).every(({ supplier_id }) => Number(supplier_id) === 1)).toBe(true);
    if (fault === "no-connection") await at.sandbox.up();
  },
);

test("never sends an unconfirmed purchase to another supplier", async () => {
  await addSupplier({ factor: 101 });
  await at.sandbox.order("reset");
  await start();
  const ident = await buy();
  await expect
    .poll(async () => (await suppliersOf(ident)).map(({ result }) => result), { timeout: TEST_TIMEOUT_MS })
    .toEqual(["unconfirmed"]);
  const later = await buy();
  expect(await end(later)).toBe("successful");
  expect(await suppliersOf(ident)).toHaveLength(1);
});

test("sells on by the other supplier while one is stopped, and by none after an admin stopped sending", async () => {
  const other = await addSupplier({ factor: 101 });
  await at.system.db.execute(sql`
    update dispatcher set stopped = true, stopped_at = now(), stop_reason = 'x', probe_at = now() + interval '1 hour'`);
  await start();
  const ident = await buy();
  expect(await end(ident)).toBe("successful");
  expect(await suppliersOf(ident)).toMatchObject([{ supplier_id: other.id }]);
  await stopDispatching(await at.admin(), { reason: "all of it" });
  await expect(buy()).rejects.toMatchObject({ code: "service_unavailable" });
});

test("leaves what hangs at one supplier to it, and sells the rest by the other at its pace", async () => {
  const other = await addSupplier({ factor: 99 });
  await other.control.order("hold-before", { times: "always" });
  await start();
  const first = await buy();
  await other.control.waitForPurchases(1, { until: "held", timeoutMs: TEST_TIMEOUT_MS });
  await at.system.db.execute(sql`update supplier_sending set next_slot_at = now() + interval '1 hour'`);
  const second = await buy();
  expect(await end(second)).toBe("successful");
  expect(await suppliersOf(second)).toMatchObject([{ supplier_id: 1, choice: "late" }]);
  await other.control.clearFaults();
  await other.control.release();
  expect(await end(first)).toBe("successful");
});

test.each([
  ["rank", [2, 1], 1, { choice: "rank" }],
  ["share", [1, 0], 1, { choice: "share" }],
] as const)("chooses by %s", async (routing, [mainValue, otherValue], _times, expected) => {
  const other = await addSupplier({ factor: 101 });
  await at.system.db.execute(sql`update dispatcher set routing = ${routing}`);
  const column = sql.identifier(routing);
  await at.system.db.execute(sql`update suppliers set ${column} = ${mainValue} where id = 1`);
  await at.system.db.execute(sql`update suppliers set ${column} = ${otherValue} where id = ${other.id}`);
  await start();
  const ident = await buy();
  expect(await end(ident)).toBe("successful");
  const winner = routing === "rank" ? other.id : 1;
  expect(await suppliersOf(ident)).toMatchObject([{ supplier_id: winner, ...expected }]);
});

test("passes over a supplier most of whose purchases fail, but for one a minute, until these succeed", async () => {
  const other = await addSupplier({ factor: 99 });
  await other.control.order("fail", { times: 10 });
  await start();
  for (let n = 0; n < 10; n++) expect(await end(await buy())).toBe("failed");
  const readReason = async () =>
    (
      await at.system.db.execute<{ reason: string | null }>(
        sql`select poor_reason as reason from suppliers where id = ${other.id}`,
      )
    )[0]?.reason ?? null;
  await expect
    .poll(readReason, { timeout: TEST_TIMEOUT_MS })
    .toBe("10 of its latest 10 purchases failed, were unclear or slow.");
  const passed = await buy();
  expect(await end(passed)).toBe("successful");
  expect(await suppliersOf(passed)).toMatchObject([{ supplier_id: 1 }]);
  for (let n = 0; n < 5; n++) {
    await at.system.db.execute(sql`
      update attempts set claimed_at = claimed_at - interval '1 minute', answered_at = answered_at - interval '1 minute'
      where supplier_id = ${other.id}`);
    await at.system.db.execute(
      sql`update suppliers set poor_since = poor_since - interval '1 minute', judged_since = judged_since - interval '1 minute' where id = ${other.id}`,
    );
    const due = await buy();
    expect(await end(due)).toBe("successful");
    expect(await suppliersOf(due)).toMatchObject([{ supplier_id: other.id, choice: "cost" }]);
  }
  await expect.poll(readReason, { timeout: TEST_TIMEOUT_MS }).toBe(null);
  const again = await buy();
  expect(await end(again)).toBe("successful");
  expect(await suppliersOf(again)).toMatchObject([{ supplier_id: other.id }]);
});

test("sells on while the main supplier’s list is too old, but only what another delivers", async () => {
  const other = await addSupplier();
  await at.sandbox.down();
  await at.system.db.execute(sql`update catalogue set synced_at = now() - interval '2 days'`);
  await start();
  const ident = await buy();
  expect(await end(ident)).toBe("successful");
  expect((await suppliersOf(ident)).at(-1)).toMatchObject({ supplier_id: other.id });
  await expect(buy(5)).rejects.toMatchObject({ code: "service_unavailable" });
  await at.sandbox.up();
  await at.system.db.execute(sql`update catalogue set synced_at = now()`);
});

test("gives up a purchase that several suppliers surely didn’t take, after twenty tries", async () => {
  await addSupplier();
  const ident = await buy();
  await at.system.db.execute(sql`
    insert into attempts (purchase_id, supplier_id, worker, result) select p.id, n % 2 + 1, 'w', 'refused'
    from purchases p cross join generate_series(1, 19) n where p.ident = ${ident}`);
  for (const { control } of [{ control: at.sandbox }, ...others])
    await control.order("unavailable", { times: "always" });
  await start();
  expect(await end(ident)).toBe("failed");
  expect(await suppliersOf(ident)).toHaveLength(20);
});

test("divides purchases by share", async () => {
  const other = await addSupplier();
  await at.system.db.execute(sql`update dispatcher set routing = 'share'`);
  await at.system.db.execute(sql`update suppliers set share = 3 where id = ${other.id}`);
  const order = supplierOrder(sql`'share'`, sql`p`, {
    poor: sql`false`,
    id: sql`s.id`,
    cost: sql`1`,
    rank: sql`s.rank`,
    share: sql`s.share`,
  });
  const [row] = await at.system.db.execute<{ part: number }>(sql`
    select count(*) filter (where best.id = ${other.id}) / 20000.0 as part from generate_series(1, 20000) p(id)
    cross join lateral (select s.id from suppliers s where s.enabled order by ${order} limit 1) best`);
  expect(Number(row?.part)).toBeGreaterThan(0.73);
  expect(Number(row?.part)).toBeLessThan(0.77);
});
