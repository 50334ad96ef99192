import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { history } from "#lib/audit/history";
import type { Ctx } from "#lib/core/context";
import { heartbeat } from "#lib/job/heartbeat";
import { markRefunded } from "#lib/payment/decide-money";
import { recordMoney } from "#lib/payment/record-money";
import { suspenseList } from "#lib/payment/suspense-list";
import { failingWork } from "#lib/testing/failing-work";
import { type Scene, scene } from "#lib/testing/scene";
import { upkeep } from "#lib/upkeep/upkeep";
import manifest from "../../package.json" with { type: "json" };
import { home } from "./home.ts";
import { failureList } from "./lane-failures.ts";
import { laneStates } from "./lane-states.ts";
import { processes } from "./processes.ts";
import { runAgain } from "./run-again.ts";
import { upstreamHealth } from "./upstream-health.ts";

let at: Scene;
let admin: Ctx;
beforeAll(async () => {
  at = await scene();
  admin = await at.admin();
});
afterAll(() => at.close());

test("a process is alive while it says so, silent when it was killed, and gone when it ended", async () => {
  const beat = await heartbeat(at.system, ["web", "worker"]);
  onTestFinished(() => beat.stop());
  const [mine] = await processes(admin);
  expect(mine).toMatchObject({ roles: "web,worker", version: manifest.version, alive: true });
  await at.system.db.execute(sql`
    insert into processes (name, version, roles, seen_at) values ('killed', '0.0.9', 'worker', now() - interval '1 minute')`);
  expect((await processes(admin)).map(({ alive }) => alive)).toEqual([true, false]);
  await beat.stop();
  expect((await processes(admin)).map(({ name }) => name)).toEqual(["killed"]);
});

test("money that a provider confirmed and nobody asked for needs a hand until it is somebody's", async () => {
  const suspense = async () => (await home(admin)).needs.filter(({ kind }) => kind === "suspense");
  expect(await suspense()).toEqual([]);
  await recordMoney(at.system, "paystack", {
    ...{ transaction: "t-1", reference: "nobody's", way: "card", account: null, raw: "{}" },
    ...{ gross: 50_000n, fee: 100n, currency: "NGN", paidAt: new Date() },
  });
  expect(await suspense()).toEqual([{ kind: "suspense", count: 1 }]);
  const [waits] = (await suspenseList.page(admin)).rows;
  await markRefunded(admin, { id: waits?.id ?? 0, reason: "sent back by hand" });
  expect(await suspense()).toEqual([]);
});

test("lists failing background work with its error, and makes it due once when an admin runs it", async () => {
  expect((await failureList.page(admin)).rows).toEqual([]);
  const failureId = await failingWork(at.system, "no list came");
  expect((await failureList.page(admin)).rows).toMatchObject([
    { id: failureId, lane: "catalogue", label: "Catalogue sync", error: "no list came", failures: 3 },
  ]);
  expect((await failureList.page(admin, { lane: "mail" })).rows).toEqual([]);
  const stuck = async () => (await home(admin)).needs.filter(({ kind }) => kind === "failed_jobs");
  expect(await stuck()).toEqual([{ kind: "failed_jobs", count: 1, what: "Catalogue sync: no list came" }]);
  await runAgain(admin, { failureId, reason: "the list is back" });
  const [failure] = (await failureList.page(admin)).rows;
  expect(failure?.nextLookAt.getTime()).toBeLessThanOrEqual(Date.now());
  await expect(runAgain(admin, { failureId, reason: "the list is back" })).rejects.toMatchObject({
    code: "conflict",
  });
  const [record] = await history(admin, { subject: "job", subjectId: failureId });
  expect(record).toMatchObject({
    action: "job.run_again",
    before: { lane: "catalogue", error: "no list came" },
  });
  await at.system.db.execute(sql`delete from lane_failures`);
  expect(await stuck()).toEqual([]);
});

test("shows what waits in each lane and asks for an admin when a lane looks at nothing for long", async () => {
  const { id } = await at.reseller();
  await at.system.db.execute(sql`insert into lanes (name, looked_at) values ('batches', now())`);
  await at.system.db.execute(sql`
    insert into bulk_runs (reseller_id, key, state, started_at, next_look_at)
    values (${id}, 'one', 'running', now(), now() - interval '5 minutes')`);
  const batches = async () => (await laneStates(admin)).find(({ name }) => name === "batches");
  expect(await batches()).toMatchObject({ waiting: 1, failing: 0, label: "Batches" });
  expect((await home(admin)).needs.map(({ kind }) => kind)).not.toContain("failed_jobs");
  await at.system.db.execute(sql`update bulk_runs set next_look_at = now() - interval '20 minutes'`);
  expect((await home(admin)).needs).toContainEqual({ kind: "failed_jobs", count: 1, what: "Batches." });
  await at.system.db.execute(sql`update bulk_runs set done_at = now()`);
  expect(await batches()).toMatchObject({ waiting: 0, oldestAt: null });
});

test("home compares the same hours, and counts money of what was delivered alone", async () => {
  const { id } = await at.reseller();
  const place = (state: string, ago: string, price: number) =>
    at.system.db.execute(sql`
      insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
        validity, phone, price, cost, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by)
      values ('DT' || gen_random_uuid(), ${id}, gen_random_uuid()::text, 'api', 'affiliate', 1, 1, 'MTN', 'SME', '1', 'GB', '30 Days',
        '+2348031234567', ${price}, 70, 0, 0, ${state}, now() - ${ago}::interval, now(),
        case when ${state} <> 'unconfirmed' then now() end, 'answer')`);
  await place("successful", "0 seconds", 100);
  await place("failed", "0 seconds", 100);
  await place("unconfirmed", "0 seconds", 100);
  await place("successful", "1 day", 90);
  await place("successful", "7 days", 80);
  await place("successful", "7 days -1 second", 1_000);
  const view = await home(admin);
  expect(view.today).toEqual({ delivered: 1, sales: 100n, margin: 30n, success: 0.5, open: 1 });
  expect(view.yesterday).toEqual({ delivered: 1, sales: 90n, margin: 20n, success: 1 });
  expect(view.lastWeek).toEqual({ delivered: 1, sales: 80n, margin: 10n, success: 1 });
  expect(view.days).toHaveLength(30);
  expect(view.days.reduce((sum, { sales }) => sum + sales, 0n)).toBe(1_270n);
  expect(view.needs).toEqual([expect.objectContaining({ kind: "unconfirmed", count: 1 })]);
});

test("home says what needs a hand: a stale list, a stopped dispatcher, a plan below its cost", async () => {
  const { planId } = at.offered();
  await at.system.db.execute(sql`update dispatcher set stopped = true, stop_reason = 'float'`);
  await at.system.db.execute(sql`
    insert into price_rules (plan_id, kind, value) values (${planId}, 'flat', -1)`);
  await at.system.db.execute(
    sql`update catalogue set version = version + 1, changed_at = clock_timestamp(), synced_at = now() - interval '1 day'`,
  );
  const { needs } = await home(admin);
  expect(needs.map(({ kind }) => kind)).toEqual(["stopped", "stale", "unconfirmed", "below_cost"]);
  expect(needs).toContainEqual({ kind: "below_cost", count: 1 });
});

test("the upstream's health is what its answers of the last hour say", async () => {
  const [purchase] = await at.system.db.execute<{ id: string; ident: string }>(
    sql`select id, ident from purchases order by id limit 1`,
  );
  await at.system.db.execute(sql`
    insert into attempts (purchase_id, worker, claimed_at, answered_at, meaning, note)
    select ${purchase?.id}, 'w', now() - a.ago, now() - a.ago + a.took, a.meaning, a.note from (values
      (interval '1 minute', interval '200 ms', 'successful', null),
      (interval '2 hours', interval '9 s', 'unsent', 'refused'),
      (interval '3 minutes', interval '400 ms', 'throttled', '429')) a (ago, took, meaning, note)`);
  const health = await upstreamHealth(admin);
  expect(health).toMatchObject({
    sent: 2,
    definite: 1,
    unclear: 0,
    returned: 1,
    waiting: 0,
    success: 1,
    medianMs: 300,
  });
  expect(health.lastProblem).toMatchObject({ note: "429", ident: purchase?.ident });
});

test("none of it is a reseller's or a visitor's", async () => {
  const { ctx: reseller } = await at.reseller();
  const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
  for (const verb of [
    home,
    processes,
    failureList.page,
    laneStates,
    upstreamHealth,
    upkeep,
    (ctx: Ctx) => runAgain(ctx, { failureId: 1, reason: "mine" }),
  ]) {
    await expect(verb(reseller)).rejects.toMatchObject({ code: "not_found" });
    await expect(verb(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
  }
});
