import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase } from "#db/testing";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { type ScheduledRun, startScheduler } from "./scheduler.ts";

const database = await createTestDatabase();
beforeEach(async () => {
  await database.sql`delete from lanes`;
  await database.sql`delete from lane_failures`;
});
afterAll(() => database.close());

const NEVER = { everyMs: 86_400_000 };
const eventually = <T>(check: () => T | Promise<T>) =>
  vi.waitUntil(check, { timeout: TEST_TIMEOUT_MS, interval: 5 });

const ends: (() => void)[] = [];

/** Starts a scheduler that stops with its test, whatever its runs wait for. */
async function start(runs: readonly ScheduledRun[]) {
  const scheduler = await startScheduler(database.systemCtx, runs);
  onTestFinished(() => {
    for (const end of ends.splice(0)) end();
    return scheduler.stop();
  });
  return scheduler;
}

/** Creates a run that ends when the test resolves it. */
function held(name: ScheduledRun["name"], more: Partial<ScheduledRun> = {}) {
  let runs = 0;
  let letGo = Promise.withResolvers<void>();
  const run: ScheduledRun = {
    name,
    when: NEVER,
    atStart: true,
    async work() {
      runs += 1;
      await letGo.promise;
      return undefined;
    },
    ...more,
  };
  const end = () => {
    letGo.resolve();
    letGo = Promise.withResolvers();
    letGo.resolve();
  };
  ends.push(end);
  return { run, runs: () => runs, end };
}

/** Returns the ms until a lane's next run. */
async function nextIn(name: string): Promise<number> {
  const [lane] = await database.sql`
    select extract(epoch from next_run_at - clock_timestamp()) * 1000 as ms from lanes where name = ${name}`;
  return Number(lane?.ms);
}
const isClaimed = async (name: string) =>
  (await database.sql`select from lanes where name = ${name} and claimed_until is not null`).length === 1;

test("runs a lane in one of two processes, and once more for many wakes during the run", async () => {
  const lane = held("catalogue");
  const processes = [await start([lane.run]), await start([lane.run])];
  await eventually(() => lane.runs() === 1);
  await Promise.all(
    processes.flatMap(({ runSoon }) => Array.from({ length: 20 }, () => runSoon("catalogue"))),
  );
  expect(await nextIn("catalogue")).toBeLessThanOrEqual(0);
  expect(lane.runs()).toBe(1);
  lane.end();
  await eventually(async () => lane.runs() === 2 && !(await isClaimed("catalogue")));
  await Promise.all(processes.map(({ stop }) => stop()));
  expect(lane.runs()).toBe(2);
});

test("runs a lane after the delay of each wake, not of the first one", async () => {
  const lane = held("reconcile");
  lane.end();
  const { stop, runSoon } = await start([lane.run]);
  const hasRun = (times: number) =>
    eventually(async () => lane.runs() === times && !(await isClaimed("reconcile")));
  await hasRun(1);
  await runSoon("reconcile", 3_600_000);
  await runSoon("reconcile");
  await hasRun(2);
  await runSoon("reconcile", 3_600_000);
  expect(await nextIn("reconcile")).toBeGreaterThan(3_000_000);
  await stop();
});

test("runs a lane beside one that hangs, and aborts that one at its deadline", async () => {
  const hanging = held("accounts_paystack", { deadlineMs: 100 });
  const prices = held("catalogue");
  prices.end();
  const { stop } = await start([hanging.run, prices.run]);
  await eventually(() => prices.runs() === 1 && hanging.runs() === 1);
  await eventually(async () => (await database.sql`select from lane_failures`).length === 1);
  expect(await database.sql`select lane, key, error from lane_failures`).toEqual([
    { lane: "accounts_paystack", key: "", error: "It was not finished within 0.1 seconds." },
  ]);
  await eventually(async () => !(await isClaimed("accounts_paystack")));
  expect(await nextIn("accounts_paystack")).toBeLessThan(60_000);
  await stop();
});

test("takes over the run of a killed process after its claim", async () => {
  const lane = held("catalogue");
  lane.end();
  await database.sql`insert into lanes (name, next_run_at, claimed_by, claimed_until)
    values ('catalogue', now(), 'the dead', now() + interval '1 hour')`;
  const { stop, wake } = await start([lane.run]);
  wake();
  await eventually(async () => (await database.sql`select from lanes where name = 'scheduler'`).length === 1);
  expect(lane.runs()).toBe(0);
  await database.sql`update lanes set claimed_until = now() where name = 'catalogue'`;
  await eventually(() => lane.runs() === 1);
  await stop();
});

test("repeats runs at once while they make progress, and otherwise waits for the schedule", async () => {
  let runs = 0;
  const stuckAt = 3;
  const run: ScheduledRun = {
    name: "reconcile",
    when: NEVER,
    atStart: true,
    async work() {
      runs += 1;
      return { more: true, progress: Math.min(runs, stuckAt) };
    },
  };
  const { stop, runSoon } = await start([run]);
  const failures = () =>
    database.sql`select key, error, failures from lane_failures where lane = 'reconcile'`;
  await eventually(async () => (await failures()).length === 1);
  expect(runs).toBe(stuckAt + 1);
  expect(await nextIn("reconcile")).toBeGreaterThan(3_600_000);
  runSoon("reconcile");
  await eventually(async () => (await failures())[0]?.failures === 2);
  expect(runs).toBe(stuckAt + 2);
  await stop();
});

test("retries a failed run soon, and deletes its failure when it succeeds", async () => {
  let runs = 0;
  const run: ScheduledRun = {
    name: "settlements_paystack",
    when: NEVER,
    atStart: true,
    async work() {
      runs += 1;
      if (runs === 1) throw new Error("no answer");
      return undefined;
    },
  };
  const { stop, wake } = await start([run]);
  await eventually(async () => (await database.sql`select from lane_failures`).length === 1);
  expect(await nextIn("settlements_paystack")).toBeLessThan(60_000);
  await database.sql`update lanes set next_run_at = now() where name = 'settlements_paystack'`;
  wake();
  await eventually(async () => (await database.sql`select from lane_failures`).length === 0);
  expect(runs).toBe(2);
  await stop();
});
