import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type TestDatabase, testDatabase } from "#db/testing";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Run, startScheduler } from "./scheduler.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  await database.sql`delete from lanes`;
  await database.sql`delete from lane_failures`;
});
afterAll(() => database.close());

const NEVER = { everyMs: 86_400_000 };
const eventually = <T>(check: () => T | Promise<T>) =>
  vi.waitUntil(check, { timeout: PATIENCE_MS, interval: 5 });

/** A run that is held until it is let go. */
function held(name: Run["name"], more: Partial<Run> = {}) {
  let runs = 0;
  let letGo = Promise.withResolvers<void>();
  const run: Run = {
    ...{ name, when: NEVER, atStart: true },
    async work() {
      runs += 1;
      await letGo.promise;
      return undefined;
    },
    ...more,
  };
  return {
    run,
    runs: () => runs,
    end() {
      letGo.resolve();
      letGo = Promise.withResolvers();
      letGo.resolve();
    },
  };
}

/** In how many ms a lane runs next. */
async function nextIn(name: string): Promise<number> {
  const [lane] = await database.sql`
    select extract(epoch from next_run_at - clock_timestamp()) * 1000 as ms from lanes where name = ${name}`;
  return Number(lane?.ms);
}
const isClaimed = async (name: string) =>
  (await database.sql`select from lanes where name = ${name} and claimed_until is not null`).length === 1;

test("runs a lane in one of two processes, and once more for many wakes during the run", async () => {
  const one = held("catalogue");
  const processes = [
    await startScheduler(database.systemCtx, [one.run]),
    await startScheduler(database.systemCtx, [one.run]),
  ];
  await eventually(() => one.runs() === 1);
  await Promise.all(
    processes.flatMap(({ runSoon }) => Array.from({ length: 20 }, () => runSoon("catalogue"))),
  );
  expect(await nextIn("catalogue")).toBeLessThanOrEqual(0);
  expect(one.runs()).toBe(1);
  one.end();
  await eventually(async () => one.runs() === 2 && !(await isClaimed("catalogue")));
  await Promise.all(processes.map(({ stop }) => stop()));
  expect(one.runs()).toBe(2);
});

test("runs a lane beside one that hangs, and gives up what hangs at its deadline", async () => {
  const hanging = held("accounts_paystack", { deadlineMs: 100 });
  const prices = held("catalogue");
  prices.end();
  const { stop } = await startScheduler(database.systemCtx, [hanging.run, prices.run]);
  await eventually(() => prices.runs() === 1 && hanging.runs() === 1);
  await eventually(async () => (await database.sql`select from lane_failures`).length === 1);
  expect(await database.sql`select lane, key, error from lane_failures`).toEqual([
    { lane: "accounts_paystack", key: "", error: "It was not finished within 0.1 seconds." },
  ]);
  await eventually(async () => !(await isClaimed("accounts_paystack")));
  expect(await nextIn("accounts_paystack")).toBeLessThan(60_000);
  await stop();
});

test("follows a process that was killed during its run, once its claim is over", async () => {
  const one = held("catalogue");
  one.end();
  await database.sql`insert into lanes (name, next_run_at, claimed_by, claimed_until)
    values ('catalogue', now(), 'the dead', now() + interval '1 hour')`;
  const { stop, wake } = await startScheduler(database.systemCtx, [one.run]);
  wake();
  await eventually(async () => (await database.sql`select from lanes where name = 'scheduler'`).length === 1);
  expect(one.runs()).toBe(0);
  await database.sql`update lanes set claimed_until = now() where name = 'catalogue'`;
  await eventually(() => one.runs() === 1);
  await stop();
});

test("runs again at once while each run comes further, and waits for its time when one does not", async () => {
  let runs = 0;
  const stuckAt = 3;
  const run: Run = {
    ...{ name: "reconcile", when: NEVER, atStart: true },
    async work() {
      runs += 1;
      return { more: true, progress: Math.min(runs, stuckAt) };
    },
  };
  const { stop, runSoon } = await startScheduler(database.systemCtx, [run]);
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

test("tries a run again soon that failed, and forgets its failure when it succeeds", async () => {
  let runs = 0;
  const run: Run = {
    ...{ name: "settlements_paystack", when: NEVER, atStart: true },
    async work() {
      runs += 1;
      if (runs === 1) throw new Error("no answer");
      return undefined;
    },
  };
  const { stop, wake } = await startScheduler(database.systemCtx, [run]);
  await eventually(async () => (await database.sql`select from lane_failures`).length === 1);
  expect(await nextIn("settlements_paystack")).toBeLessThan(60_000);
  await database.sql`update lanes set next_run_at = now() where name = 'settlements_paystack'`;
  wake();
  await eventually(async () => (await database.sql`select from lane_failures`).length === 0);
  expect(runs).toBe(2);
  await stop();
});
