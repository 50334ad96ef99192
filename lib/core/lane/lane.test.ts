import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "#db/testing";
import { chooseFairly } from "./fair-claim.ts";
import { type Lane, startLane } from "./lane.ts";
import { createLaneRecord, isNotPaused } from "./lane-record.ts";
import { runDueItems } from "./testing/run-due-items.ts";

const database = await createTestDatabase();
afterAll(() => database.close());

const failures = async (lane: string) =>
  Array.from(
    await database.systemCtx.db.execute<{ key: string; error: string; failures: number }>(
      sql`select key, error, failures from lane_failures where lane = ${lane} order by key`,
    ),
  );

/** Creates a lane whose items are claimed once, in their order. */
function laneOf(
  name: Lane<string>["name"],
  items: string[],
  more: Partial<Lane<string>> & Pick<Lane<string>, "handle">,
): Lane<string> {
  return {
    name,
    claim: async (underWay) => ({ items: items.splice(0, 2 - underWay.length) }),
    keyOf: (item) => item,
    deadlineMs: 60_000,
    everyMs: 60_000,
    ...more,
  };
}

test("handles the neighbours of an item that throws, and records the item", async () => {
  const handled: string[] = [];
  const lane = laneOf("orders", ["bad", "good 1", "good 2"], {
    async handle(item) {
      if (item === "bad") throw new Error("its row is broken");
      handled.push(item);
    },
  });
  await runDueItems(database.systemCtx, lane);
  expect(handled).toEqual(["good 1", "good 2"]);
  expect(await failures("orders")).toEqual([{ key: "bad", error: "its row is broken", failures: 1 }]);
});

test("gives the slot of a hanging item to the next one at its deadline, and aborts its signal", async () => {
  const last = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const lane = laneOf("batches", ["hangs 1", "hangs 2", "last"], {
    deadlineMs: 50,
    handle(item, signal) {
      if (item === "last") last.resolve();
      else signals.push(signal);
      return item === "last" ? Promise.resolve() : new Promise(() => {});
    },
  });
  const running = startLane(database.systemCtx, lane);
  await last.promise;
  await running.stop();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  expect(await failures("batches")).toMatchObject([{ key: "hangs 1" }, { key: "hangs 2" }]);
});

test("pauses a failing item longer each time, and forgets its failures when it succeeds", async () => {
  const record = createLaneRecord(database.systemCtx, "schedules");
  const pause = async () => {
    const [row] = await database.systemCtx.db.execute<{ s: number; paused: boolean }>(sql`
      select extract(epoch from due_at - failed_at)::float8 as s,
        not ${isNotPaused("schedules", sql`'schedule 1'`)} as paused
      from lane_failures where lane = 'schedules'`);
    return row;
  };
  const pauses = [];
  for (let n = 0; n < 12; n += 1) {
    await record.failed("schedule 1", new Error("no"));
    pauses.push((await pause())?.s);
  }
  expect(pauses.slice(0, 4)).toEqual([15, 30, 60, 120]);
  expect(pauses.at(-1)).toBe(3_600);
  expect((await pause())?.paused).toBe(true);
  await record.succeeded("schedule 1");
  expect(await pause()).toBeUndefined();
});

test("forgets what failed in another process and succeeds here", async () => {
  await createLaneRecord(database.systemCtx, "mail").failed("mail 1", new Error("no"));
  const record = createLaneRecord(database.systemCtx, "mail");
  await record.succeeded("mail 1");
  expect(await failures("mail")).toEqual([]);
});

test("claims again after a failed claim, which is shown until then", async () => {
  let claims = 0;
  const shown = Promise.withResolvers<unknown>();
  const lane = laneOf("pushes", [], {
    async claim() {
      claims += 1;
      if (claims === 1) throw new Error("no such column");
      shown.resolve(undefined);
      return { items: [] };
    },
    handle: async () => {},
  });
  const running = startLane(database.systemCtx, lane);
  await shown.promise;
  await running.stop();
  expect(await failures("pushes")).toEqual([]);
});

test("handles what it claimed though its own state can't be written", async () => {
  await database.systemCtx.db.execute(sql`alter table lanes rename to lanes_away`);
  const handled = Promise.withResolvers<void>();
  const lane = laneOf("pushes", ["one"], { handle: async () => handled.resolve() });
  const running = startLane(database.systemCtx, lane);
  await handled.promise.finally(() =>
    database.systemCtx.db.execute(sql`alter table lanes_away rename to lanes`),
  );
  await running.stop();
});

test("chooses the item of the least recently handled owner, however many the others have", async () => {
  const choose = async (room: number, busy: number[] = []) => {
    const first = sql`select distinct on (owner) n as id, case when n <= 1000 then 1 else n end as owner,
      now() - make_interval(secs => 2000 - n) as due_at from generate_series(1, 1003) n order by owner, due_at`;
    const rows = await database.systemCtx.db.execute<{ owner: string }>(
      sql`with ${chooseFairly({ lane: "orders", first, room, busy })} select owner from chosen`,
    );
    return rows.map(({ owner }) => Number(owner));
  };
  expect(await choose(1)).toEqual([1]);
  expect(await choose(2)).toEqual([1001, 1002]);
  expect(await choose(2, [1003])).toEqual([1, 1001]);
  expect(await choose(1)).toEqual([1003]);
});
