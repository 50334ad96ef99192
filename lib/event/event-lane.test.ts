import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "#db/testing";
import type { EventFollower, EventHandler, PortalEvent } from "#lib/core/event";
import { createLaneRecord } from "#lib/core/lane/lane-record";
import { sweepOldData } from "#lib/maintenance/sweep-old-data";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { readEvents } from "./choose-events.ts";
import { createEventLane } from "./event-lane.ts";
import { handleNewEvents } from "./handle-new-events.ts";
import { eventModule } from "./module.ts";
import { chooseRetries, EVENT_LANE, retryEvents } from "./retries.ts";
import { runFollower } from "./run-follower.ts";
import { handleEvents } from "./testing/handle-events.ts";

const database = await createTestDatabase();
const { systemCtx, db } = database;
afterAll(() => database.close());
await db.execute(sql`create table effects (id bigserial, follower text, subject text, fact text)`);
beforeEach(async () => {
  await db.execute(sql`truncate effects, events, event_retries, lane_failures`);
});

/** Tells a fact about a subject. */
const record = (subject: string, fact = "", { reseller = 1 as number | null, kind = "thing.changed" } = {}) =>
  db.execute(sql`
    select record_event(${kind}, ${subject}, ${reseller}, jsonb_build_object('fact', ${fact}::text))`);

const effects = async (follower = "a") => {
  const rows = await db.execute<{ effect: string }>(sql`
    select concat_ws(' ', subject, nullif(fact, '')) as effect from effects where follower = ${follower} order by id`);
  return rows.map(({ effect }) => effect);
};

/** A follower that writes down each event, after `before`. */
function follow(name: string, before: EventHandler = async () => {}): EventFollower {
  const write: EventHandler = async (ctx, events) => {
    for (const { subject, facts } of events)
      await ctx.db.execute(
        sql`insert into effects (follower, subject, fact) values (${name}, ${subject}, ${facts.fact ?? null})`,
      );
    await before(ctx, events);
  };
  return { name, handlers: { "thing.changed": write, "thing.ended": write } };
}

/** Fails for the events that say so. */
const failing: EventHandler = async (_ctx, events: readonly PortalEvent[]) => {
  if (events.some(({ facts }) => facts.fact === "bad")) throw new Error("a bad event");
};
const handleNew = (followers: readonly EventFollower[], followMs?: number) =>
  handleNewEvents(systemCtx, followers, createLaneRecord(systemCtx, EVENT_LANE), followMs);
const failures = async () => {
  const rows = await db.execute<{ key: string }>(sql`select key from lane_failures order by key`);
  return rows.map(({ key }) => key.replace(/\d+/, "n"));
};

/** Far more than the other follower needs, also on a slow machine. */
const LIMIT_MS = 3_000;

test("handles each event once for each follower, in order, in any number of processes", async () => {
  for (let n = 0; n < 30; n += 1) await record(`s${n % 10}`, String(n), { reseller: n % 10 });
  const followers = [follow("a"), follow("b")];
  await Promise.all(Array.from({ length: 4 }, () => handleNew(followers)));
  for (const name of ["a", "b"]) {
    const seen = await effects(name);
    expect(seen).toHaveLength(30);
    expect(seen.filter((effect) => effect.startsWith("s3 "))).toEqual(["s3 3", "s3 13", "s3 23"]);
  }
});

test("handles an event that is committed after later ones", async () => {
  const commit = await holdTransaction(db, sql`select record_event('thing.changed', 'early', 1, '{}')`);
  await record("late");
  await handleEvents(systemCtx, [follow("a")]);
  expect(await effects()).toEqual(["late"]);
  await commit();
  await handleEvents(systemCtx, [follow("a")]);
  expect(await effects()).toEqual(["late", "early"]);
});

test("makes an effect once where the process dies between the effect and its mark", async () => {
  await record("s");
  const dying = follow("a", ({ db: tx }) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`));
  await expect(handleNew([dying])).rejects.toThrow();
  expect(await effects()).toEqual([]);
  await handleEvents(systemCtx, [follow("a")]);
  await handleEvents(systemCtx, [follow("a")]);
  expect(await effects()).toEqual(["s"]);
});

test("lets one bad event hold up no other, and no other follower", async () => {
  await record("s1", "before");
  await record("s2", "bad");
  await record("s3", "after");
  await record("s2", "its next");
  await handleNew([follow("a", failing), follow("b")]);
  expect(await effects("a")).toEqual(["s1 before", "s3 after"]);
  expect(await effects("b")).toEqual(["s1 before", "s2 bad", "s3 after", "s2 its next"]);
  expect(await failures()).toEqual(["a event n"]);
  await record("s2", "and another");
  await handleNew([follow("a", failing), follow("b")]);
  expect(await effects("a")).toEqual(["s1 before", "s3 after"]);
  // Once the cause is mended, they come in their order.
  await handleEvents(systemCtx, [follow("a")]);
  expect(await effects("a")).toEqual(["s1 before", "s3 after", "s2 bad", "s2 its next", "s2 and another"]);
  expect(await failures()).toEqual([]);
});

test.each<[string, EventHandler]>([
  ["hangs", () => new Promise(() => {})],
  ["waits in the database", (ctx) => ctx.db.execute(sql`select pg_sleep(60)`)],
])("leaves a follower that %s alone, and the others continue", async (_how, hang) => {
  await record("s1");
  await handleNew([follow("a", hang), follow("b")], LIMIT_MS);
  expect(await effects("b")).toEqual(["s1"]);
  expect(await failures()).toEqual(["a"]);
  await record("s2");
  const tried: string[] = [];
  const watched = follow(
    "a",
    async (_ctx, events) => void tried.push(...events.map(({ subject }) => subject)),
  );
  await handleNew([watched, follow("b")]);
  expect(await effects("b")).toEqual(["s1", "s2"]);
  expect(tried).toEqual([]);
  await handleEvents(systemCtx, [watched, follow("b")]);
  expect(tried).toEqual(["s1", "s2"]);
  expect(await failures()).toEqual([]);
});

test("handles all of a reseller's backlog without a pause", async () => {
  await db.execute(sql`
    select record_event('thing.changed', n::text, 1, '{}') from generate_series(1, 100) n`);
  await handleEvents(systemCtx, [follow("a")]);
  expect(await effects()).toHaveLength(100);
});

test("lets a handler that was given up write nothing afterwards", async () => {
  await record("s");
  const late = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  const slow: EventFollower = {
    name: "a",
    handlers: {
      "thing.changed": async (ctx) => {
        await late.promise;
        const write = ctx.db.execute(sql`insert into effects (follower, subject) values ('a', 'late')`);
        await write.then(ended.resolve, ended.resolve);
      },
    },
  };
  const handling = handleNew(
    [
      slow,
      follow("b", async () => {
        late.resolve();
        await ended.promise;
      }),
    ],
    LIMIT_MS,
  );
  await handling;
  expect(await ended.promise).toMatchObject({ cause: { message: "The transaction has ended." } });
  expect(await effects("b")).toEqual(["s"]);
  expect(await effects()).toEqual([]);
});

test("leaves the rest of the transaction its own time", async () => {
  await record("s");
  const times = await db.transaction(async (tx) => {
    const ctx = { ...systemCtx, db: tx };
    const events = await readEvents(ctx, sql`select * from events`);
    const show = async () => (await tx.execute(sql`select current_setting('statement_timeout') as time`))[0];
    const before = await show();
    expect((await runFollower(ctx, follow("a"), events, 5_000)).handled).toHaveLength(1);
    return [before, await show()];
  });
  expect(times[1]).toEqual(times[0]);
});

test("retries once what two processes chose", async () => {
  await record("s", "bad");
  await handleNew([follow("a", failing)]);
  await db.execute(sql`update lane_failures set due_at = now()`);
  const mended = follow("a");
  const chosen = await Promise.all([chooseRetries(systemCtx, [mended]), chooseRetries(systemCtx, [mended])]);
  expect(chosen.flat()).toHaveLength(2);
  const lane = createLaneRecord(systemCtx, EVENT_LANE);
  await Promise.all(chosen.flat().map((retries) => retryEvents(systemCtx, retries, lane)));
  // One that comes when the other has finished isn't stopped by the other's lock.
  for (const retries of chosen.flat()) await retryEvents(systemCtx, retries, lane);
  expect(await effects()).toEqual(["s bad"]);
});

test("gives up a follower for which everything fails, instead of counting each event", async () => {
  for (let n = 0; n < 50; n += 1) await record(`s${n}`, "bad", { reseller: n });
  await handleNew([follow("a", failing), follow("b")]);
  expect(await effects("b")).toHaveLength(50);
  expect(await failures()).toEqual(["a", ...Array(10).fill("a event n")]);
});

test("lets no reseller with many events, or many bad ones, hold up another", async () => {
  await db.execute(sql`
    select record_event('thing.changed', 's' || n, 1, '{"fact": "bad"}') from generate_series(1, 2000) n`);
  await record("other", "", { reseller: 2 });
  await record("nobody's", "", { reseller: null });
  await handleNew([follow("a", failing)]);
  expect(await effects()).toEqual(["other", "nobody's"]);
  for (let n = 0; n < 5; n += 1) await handleNew([follow("a", failing)]);
  expect((await failures()).length).toBeLessThanOrEqual(40);
  await record("another", "", { reseller: 2 });
  await handleNew([follow("a", failing)]);
  expect(await effects()).toContain("another");
});

test("handles the first event of each reseller before the second of any", async () => {
  await db.execute(sql`
    select record_event('thing.changed', 's' || n, n % 20, '{}') from generate_series(1, 400) n`);
  await record("late", "", { reseller: 21 });
  await handleNew([follow("a")]);
  expect(await effects()).toContain("late");
});

test("leaves events of an unknown kind, and retries of a follower that is gone, until they are old", async () => {
  for (let n = 0; n < 30; n += 1) await record(`x${n}`, "", { kind: "thing.unknown" });
  await record("s", "bad");
  await handleNew([follow("gone", failing)]);
  await record("s", "next");
  await handleEvents(systemCtx, [follow("a")]);
  expect(await effects()).toEqual(["s next"]);
  const tables = eventModule.tables as Exclude<
    typeof eventModule.tables,
    undefined | ((...args: never[]) => unknown)
  >;
  await db.execute(sql`update events set at = now() - interval '8 days'`);
  await sweepOldData(systemCtx, tables);
  expect(await db.execute(sql`select subject from events`)).toMatchObject([{ subject: "s" }]);
  await db.execute(sql`update events set at = now() - interval '31 days'`);
  await sweepOldData(systemCtx, tables);
  await sweepOldData(systemCtx, tables);
  expect(await db.execute(sql`select from events`)).toHaveLength(0);
});

test("finds a rule that is checked at the commit with the event that breaks it", async () => {
  await db.execute(sql`
    create table if not exists twice (subject text, constraint twice_once unique (subject) deferrable initially deferred)`);
  const strict = follow("a", async (ctx, events) => {
    for (const { facts } of events)
      await ctx.db.execute(sql`insert into twice values (${facts.fact ?? null})`);
  });
  await record("s1", "one");
  await record("s2", "one");
  await record("s3", "two");
  await handleNew([strict, follow("b")]);
  expect(await effects("a")).toEqual(["s1 one", "s3 two"]);
  expect(await effects("b")).toEqual(["s1 one", "s2 one", "s3 two"]);
});

test("keeps the order of a subject while another process handles it", async () => {
  await record("s", "1");
  const [entered, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hold: EventHandler = () => {
    entered.resolve();
    return gate.promise;
  };
  const first = handleNew([follow("a", hold)]);
  await entered.promise;
  await record("s", "2");
  const second = handleNew([follow("a")]);
  await waitForLocks(systemCtx, 1);
  gate.resolve();
  await Promise.all([first, second]);
  expect(await effects()).toEqual(["s 1", "s 2"]);
});

test("refuses everyone but the portal's own work", () => {
  expect(() => createEventLane({ ...systemCtx, actor: { kind: "visitor" } }, [])).toThrow("signed out");
});
