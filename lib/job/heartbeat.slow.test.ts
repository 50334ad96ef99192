import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { getDispatchStatus } from "#lib/dispatch/dispatch-status";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { expireQueuedPurchases } from "#lib/dispatch/expire-queued-purchases";
import { stopIfRestored } from "#lib/dispatch/stop-if-restored";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getConfirmedChanges } from "#lib/purchase/queue/confirmed-changes";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { addTestSupplier } from "#lib/supplier/testing/test-supplier";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { openScene } from "#lib/testing/open-scene";
import { startHeartbeat } from "./heartbeat.ts";
import { promote } from "./testing/promote.ts";

const at = await openScene();
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await at.system.db.execute(sql`delete from processes`);
  await at.system.db.execute(sql`update suppliers set enabled = id = 1`);
  await at.system.db.execute(sql`update dispatcher set home = null, stopped = false, stop_reason = null`);
});

/** Starts a process in the database that sending runs in. */
async function startProcess(): Promise<void> {
  await stopIfRestored(at.system);
  const { stop } = await startHeartbeat(at.system, ["worker"]);
  stops.push(stop);
  await waitForRenewal();
}

const isHome = async () => {
  const [row] = await at.system.db.execute(sql`select home = database_identity() as home from dispatcher`);
  return row?.home === true;
};

const listRenewals = () =>
  at.system.db.execute<{ renewals: string }>(sql`select renewals from processes where roles = 'worker'`);

async function waitForRenewal(): Promise<void> {
  const before = Number((await listRenewals())[0]?.renewals);
  await vi.waitUntil(async () => Number((await listRenewals())[0]?.renewals) > before + 1, TEST_TIMEOUT_MS);
}

test("continues sending automatically after a failover that lost nothing", async () => {
  await startProcess();
  await promote(at.system);
  await expect.poll(isHome).toBe(true);
  expect(await getDispatchStatus(at.system)).toMatchObject({ stopped: false });
});

test("waits for each process that was alive at the failover, and for none that had ended before", async () => {
  await startProcess();
  for (const [name, age] of [
    ["silent", "0 s"],
    ["ended", "1 minute"],
  ])
    await at.system.db.execute(sql`
      insert into processes (name, version, roles, seen_at) values (${name}, '0', 'web', now() - ${age}::interval)`);
  await promote(at.system);
  await waitForRenewal();
  await stopIfRestored(at.system);
  expect([await isHome(), (await getDispatchStatus(at.system)).stopped]).toEqual([false, false]);
  await at.system.db.execute(sql`delete from processes where name = 'silent'`);
  await expect.poll(isHome).toBe(true);
});

test("keeps queued purchases in a promoted database until every process has confirmed it", async () => {
  const { planId, networkId } = at.offered();
  const cost = at.catalogue.plans.get(planId)?.amounts.api ?? 0n;
  const added = await addTestSupplier(at.system, { routes: [{ planId, networkId, cost }] });
  stops.push(added.close);
  const { ctx } = await at.reseller();
  const buy = async () => {
    const input = { ref: crypto.randomUUID(), phone: "08031234567", channel: "web", again: true } as const;
    return (await placePurchase(ctx, { ...input, ...at.offered() })).purchase.ident;
  };
  const [late, inTime] = [await buy(), await buy()];
  await at.system.db.execute(sql`update suppliers set enabled = id = ${added.id}`);
  await at.system.db.execute(sql`update purchases set deadline_at = now() where ident = ${late}`);
  await startProcess();
  await at.system.db.execute(sql`insert into processes (name, version, roles) values ('silent', '0', 'web')`);
  await promote(at.system);
  await stopIfRestored(at.system);
  expect(await expireQueuedPurchases(at.system)).toBe(0);
  const readStates = () =>
    Promise.all([late, inTime].map(async (ident) => (await getPurchase(ctx, { ident })).state));
  expect(await readStates()).toEqual(["queued", "queued"]);

  await at.system.db.execute(sql`delete from processes where name = 'silent'`);
  await expect.poll(isHome).toBe(true);
  expect(await expireQueuedPurchases(at.system)).toBe(1);
  expect(await readStates()).toEqual(["failed", "queued"]);
});

test("stops sending in a database that lacks its last renewal", async () => {
  await startProcess();
  await promote(at.system);
  await at.system.db.execute(sql`update processes set renewals = 0`);
  await expect.poll(async () => (await getDispatchStatus(at.system)).stopped).toBe(true);
  expect((await getDispatchStatus(at.system)).reason).toContain("lacks recent changes");
});

test.each([
  ["placed purchase", () => getConfirmedChanges().placed.add("DT-lost")],
  ["claim", () => getConfirmedChanges().attempts.set(9_999_999, 9_999_999)],
])("stops sending in a database that lacks a %s, whatever its timeline", async (_, confirm) => {
  await startProcess();
  confirm();
  await expect.poll(async () => (await getDispatchStatus(at.system)).stopped).toBe(true);
});

test("claims nothing while its row is too old for others to wait for this process", async () => {
  await startProcess();
  // However long it takes here, the server doesn't end it.
  const release = await holdTransaction(
    at.system.db,
    sql`select set_config('idle_in_transaction_session_timeout', '0', true)
      from processes where roles = 'worker' for update`,
  );
  stops.unshift(release);
  await vi.waitUntil(async () => {
    const [row] = await at.system.db.execute(sql`
      select seen_at < now() - interval '14 seconds' as late from processes where roles = 'worker'`);
    return row?.late === true;
  }, TEST_TIMEOUT_MS);
  const { ctx } = await at.reseller();
  const input = { ref: crypto.randomUUID(), phone: "08031234567", channel: "web", again: true } as const;
  const { ident } = (await placePurchase(ctx, { ...input, ...at.offered() })).purchase;
  const dispatcher = runDispatcher(at.system);
  stops.push(() => dispatcher.stop());
  const readState = async () => (await getPurchase(ctx, { ident })).state;
  await pause(2_500);
  expect(await readState()).toBe("queued");
  await release();
  await expect.poll(readState, { timeout: TEST_TIMEOUT_MS }).toBe("successful");
});
