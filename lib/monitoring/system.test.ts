import { sql } from "drizzle-orm";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { getAuditHistory } from "#lib/audit/audit-history";
import type { Ctx } from "#lib/core/context";
import { startHeartbeat } from "#lib/job/heartbeat";
import { listMaintenanceRuns } from "#lib/maintenance/maintenance-runs";
import { modules } from "#lib/modules";
import { recordManualRefund } from "#lib/payment/suspense/resolve-suspense";
import { suspenseList } from "#lib/payment/suspense/suspense-list";
import { recordProviderTransaction } from "#lib/payment/transaction/record-provider-transaction";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { seedFailingJob } from "#lib/testing/scene";
import manifest from "../../package.json" with { type: "json" };
import { getAdminDashboard } from "./admin-dashboard.ts";
import { createFailureList } from "./lane-failures.ts";
import { listLaneStates } from "./lane-states.ts";
import { listProcesses } from "./processes.ts";
import { retryJob } from "./retry-job.ts";
import { getUpstreamHealth } from "./upstream-health.ts";

const failureList = createFailureList(modules);
const at = await openScene();
const admin = await at.admin();
afterEach(async () => {
  for (const statement of [
    sql`delete from processes where name = 'killed'`,
    sql`delete from lane_failures`,
    sql`update batches set done_at = now() where done_at is null`,
    sql`update dispatcher set stopped = false, stop_reason = null`,
    sql`delete from price_rules`,
    sql`update catalogue set version = version + 1, changed_at = clock_timestamp()`,
    sql`update suppliers set synced_at = now()`,
  ])
    await at.system.db.execute(statement);
});

const buyer = await at.reseller();

/** Inserts a purchase from some time ago. @returns the ident */
async function place(state: string, ago: string, price: number): Promise<string> {
  const ident = `DT${crypto.randomUUID()}`;
  await runUnguarded(
    at.system.db,
    sql`
      insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
        validity, phone, price, cost, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by)
      values (${ident}, ${buyer.id}, gen_random_uuid()::text, 'api', 'affiliate', 1, 1, 'MTN', 'SME', '1', 'GB', '30 Days',
        '+2348031234567', ${price}, 70, 0, 0, ${state}, now() - ${ago}::interval, now(),
        case when ${state} <> 'unconfirmed' then now() end, 'answer')`,
  );
  return ident;
}

test("lists a process as alive, as silent after it was killed, and not at all after it ended", async () => {
  const beat = await startHeartbeat(at.system, ["web", "worker"]);
  onTestFinished(() => beat.stop());
  const [mine] = await listProcesses(admin);
  expect(mine).toMatchObject({ roles: "web,worker", version: manifest.version, alive: true });
  await at.system.db.execute(sql`
    insert into processes (name, version, roles, seen_at) values ('killed', '0.0.9', 'worker', now() - interval '1 minute')`);
  expect((await listProcesses(admin)).map(({ alive }) => alive)).toEqual([true, false]);
  await beat.stop();
  expect((await listProcesses(admin)).map(({ name }) => name)).toEqual(["killed"]);
});

test("shows an action for confirmed money without a request until it is assigned", async () => {
  const suspense = async () =>
    (await getAdminDashboard(admin, modules)).needs.filter(({ kind }) => kind === "suspense");
  expect(await suspense()).toEqual([]);
  await recordProviderTransaction(at.system, "paystack", {
    transaction: "t-1",
    reference: "nobody's",
    method: "card",
    account: null,
    raw: "{}",
    gross: 50_000n,
    fee: 100n,
    currency: "NGN",
    paidAt: new Date(),
  });
  expect(await suspense()).toEqual([expect.objectContaining({ title: "1 payment in suspense" })]);
  const [waits] = (await suspenseList.page(admin)).rows;
  await recordManualRefund(admin, { id: waits?.id ?? 0, reason: "sent back by hand" });
  expect(await suspense()).toEqual([]);
});

test("lists failing background work with its error, and makes it due once when an admin runs it", async () => {
  expect((await failureList.page(admin)).rows).toEqual([]);
  const failureId = await seedFailingJob(at.system, "no list came");
  expect((await failureList.page(admin)).rows).toMatchObject([
    { id: failureId, lane: "catalogue", label: "Catalogue sync", error: "no list came", failures: 3 },
  ]);
  expect((await failureList.page(admin, { lane: "mail" })).rows).toEqual([]);
  const stuck = async () =>
    (await getAdminDashboard(admin, modules)).needs.filter(({ kind }) => kind === "failed_jobs");
  expect(await stuck()).toEqual([
    expect.objectContaining({
      title: "Failing background work: 1",
      note: ["Catalogue sync: no list came"],
    }),
  ]);
  await retryJob(admin, { failureId, reason: "the list is back" });
  const [failure] = (await failureList.page(admin)).rows;
  expect(failure?.dueAt.getTime()).toBeLessThanOrEqual(Date.now());
  await expect(retryJob(admin, { failureId, reason: "the list is back" })).rejects.toMatchObject({
    code: "conflict",
  });
  const [record] = await getAuditHistory(admin, { subject: "job", subjectId: failureId });
  expect(record).toMatchObject({
    action: "job.run_again",
    before: { lane: "catalogue", error: "no list came" },
  });
  await at.system.db.execute(sql`delete from lane_failures`);
  expect(await stuck()).toEqual([]);
});

test("shows due items of each lane, and an action when a lane looks for no work for long", async () => {
  const { id } = await at.reseller();
  await at.system.db.execute(sql`insert into lanes (name, looked_at) values ('batches', now())`);
  await at.system.db.execute(sql`
    insert into batches (reseller_id, key, state, started_at, due_at)
    values (${id}, 'one', 'running', now(), now() - interval '5 minutes')`);
  const batches = async () => (await listLaneStates(admin, modules)).find(({ name }) => name === "batches");
  expect(await batches()).toMatchObject({ waiting: 1, failing: 0, label: "Batches" });
  expect((await getAdminDashboard(admin, modules)).needs.map(({ kind }) => kind)).not.toContain(
    "failed_jobs",
  );
  await at.system.db.execute(sql`update batches set due_at = now() - interval '20 minutes'`);
  expect((await getAdminDashboard(admin, modules)).needs).toContainEqual(
    expect.objectContaining({ title: "Failing background work: 1", note: ["Batches."] }),
  );
  await at.system.db.execute(sql`update batches set done_at = now()`);
  expect(await batches()).toMatchObject({ waiting: 0, oldestAt: null });
});

test("compares the same hours on the dashboard, and sums delivered purchases only", async () => {
  await place("successful", "0 seconds", 100);
  await place("failed", "0 seconds", 100);
  await place("unconfirmed", "0 seconds", 100);
  await place("successful", "1 day", 90);
  await place("successful", "7 days", 80);
  await place("successful", "7 days -1 second", 1_000);
  const view = await getAdminDashboard(admin, modules);
  expect(view.today).toEqual({ delivered: 1, sales: 100n, margin: 30n, success: 0.5, open: 1 });
  expect(view.yesterday).toEqual({ delivered: 1, sales: 90n, margin: 20n, success: 1 });
  expect(view.lastWeek).toEqual({ delivered: 1, sales: 80n, margin: 10n, success: 1 });
  expect(view.days).toHaveLength(30);
  expect(view.days.reduce((sum, { sales }) => sum + sales, 0n)).toBe(1_270n);
  expect(view.needs).toContainEqual(expect.objectContaining({ title: "1 unconfirmed purchase" }));
});

test("shows actions for a stale catalogue, a stopped dispatcher and a plan below its cost", async () => {
  const { planId } = at.offered();
  await at.system.db.execute(sql`update dispatcher set stopped = true, stop_reason = 'float'`);
  await at.system.db.execute(sql`
    insert into price_rules (plan_id, kind, value) values (${planId}, 'flat', -1)`);
  await at.system.db.execute(sql`update catalogue set version = version + 1, changed_at = clock_timestamp()`);
  await at.system.db.execute(sql`update suppliers set synced_at = now() - interval '1 day'`);
  const { needs } = await getAdminDashboard(admin, modules);
  const kinds = ["stopped", "stale", "below_cost"];
  expect(needs.map(({ kind }) => kind).filter((kind) => kinds.includes(kind))).toEqual(kinds);
  expect(needs).toContainEqual(expect.objectContaining({ title: "1 plan is priced below cost" }));
});

test("derives the upstream's health from its responses of the last hour", async () => {
  const ident = await place("successful", "40 days", 100);
  await at.system.db.execute(sql`
    insert into attempts (supplier_id, purchase_id, worker, claimed_at, answered_at, result, note, cost)
    select 1, p.id, 'w', now() - a.ago, now() - a.ago + a.took, a.result, a.note, p.cost from purchases p, (values
      (interval '1 minute', interval '200 ms', 'successful', null),
      (interval '2 hours', interval '9 s', 'unsent', 'rejected'),
      (interval '3 minutes', interval '400 ms', 'throttled', '429')) a (ago, took, result, note)
    where p.ident = ${ident}`);
  const health = await getUpstreamHealth(admin);
  expect(health).toMatchObject({
    sent: 2,
    definite: 1,
    unclear: 0,
    returned: 1,
    waiting: 0,
    success: 1,
    medianMs: 300,
  });
  expect(health.lastProblem).toMatchObject({ note: "429", ident });
});

test("denies all of it to resellers and visitors", async () => {
  const { ctx: reseller } = await at.reseller();
  const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
  for (const verb of [
    (ctx: Ctx) => getAdminDashboard(ctx, modules),
    listProcesses,
    failureList.page,
    (ctx: Ctx) => listLaneStates(ctx, modules),
    getUpstreamHealth,
    listMaintenanceRuns,
    (ctx: Ctx) => retryJob(ctx, { failureId: 1, reason: "mine" }),
  ]) {
    await expect(verb(reseller)).rejects.toMatchObject({ code: "not_found" });
    await expect(verb(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
  }
});
