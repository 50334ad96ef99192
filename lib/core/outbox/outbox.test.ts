import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "#db/testing";
import { runDueItems } from "#lib/core/lane/testing/run-due-items";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import type { AttemptResult, OutboxChannel } from "./outbox-channel.ts";
import { createOutboxLane } from "./outbox-lane.ts";
import { failWaitingDeliveries } from "./record-attempt.ts";

const database = await createTestDatabase();
beforeEach(async () => {
  await database.sql`delete from deliveries`;
});
afterAll(() => database.close());

/** A lane whose attempts have the given result. */
function laneOf(result: AttemptResult = {}, more: Partial<OutboxChannel> = {}) {
  const sent: string[] = [];
  const lane = createOutboxLane(database.systemCtx, {
    name: "mail",
    slots: 5,
    leaseMs: 60_000,
    pausesS: [60, 600],
    async send({ subject }) {
      sent.push(subject);
      return result;
    },
    ...more,
  });
  return { lane, sent };
}

const queue = (subject: string, { target = subject, account = null as number | null } = {}) =>
  database.sql`insert into deliveries (channel, target, account_id, type, subject, sealed)
    values ('mail', ${target}, ${account}, 'notification', ${subject}, 'secret')`;

const read = (columns: string) =>
  database.sql<Record<string, unknown>[]>`select ${database.sql.unsafe(columns)} from deliveries order by id`;

test("claims one delivery of each target, and of few targets of one account", async () => {
  for (const subject of ["a1", "a2"]) await queue(subject, { target: "a", account: 1 });
  await queue("b", { account: 1 });
  await queue("c", { account: 2 });
  const { lane } = laneOf({}, { perAccount: { prompt: 1, slow: 1 } });
  const claims = await Promise.all([lane.claim([]), lane.claim([])]);
  expect(claims.flatMap(({ items }) => items.map(({ subject }) => subject)).sort()).toEqual(["a1", "c"]);
});

test("records a delivery once, and erases its text", async () => {
  await queue("a");
  const { lane, sent } = laneOf();
  await runDueItems(database.systemCtx, lane);
  expect(sent).toEqual(["a"]);
  expect(await read("state, attempts, sealed, claimed_until")).toEqual([
    { state: "delivered", attempts: 1, sealed: null, claimed_until: null },
  ]);
});

test("pauses a delivery after each failure, and fails it after the last pause", async () => {
  await queue("a");
  const { lane } = laneOf({ problem: "responded with HTTP 500" });
  const states: unknown[] = [];
  for (let n = 0; n < 3; n += 1) {
    await runDueItems(database.systemCtx, lane);
    const [row] = await read("state, round(extract(epoch from next_at - now()) / 60)::int as minutes");
    states.push(row?.state === "waiting" ? row.minutes : row?.state);
    await database.sql`update deliveries set next_at = now() where state = 'waiting'`;
  }
  expect(states).toEqual([1, 10, "failed"]);
  expect(
    await database.sql`select from delivery_attempts where problem = 'responded with HTTP 500'`,
  ).toHaveLength(3);
});

test("repeats the last pause until a delivery expires", async () => {
  await queue("a");
  await database.sql`update deliveries set attempts = 7, expires_at = now() + interval '15 minutes'`;
  const { lane } = laneOf({ problem: "responded with HTTP 500" });
  await runDueItems(database.systemCtx, lane);
  expect(await read("state")).toEqual([{ state: "waiting" }]);
  await database.sql`update deliveries set next_at = now(), expires_at = now() + interval '5 minutes'`;
  await runDueItems(database.systemCtx, lane);
  expect(await read("state, sealed")).toEqual([{ state: "failed", sealed: null }]);
});

test("drops the result of an attempt whose claim has run out", async () => {
  await queue("a");
  const { lane } = laneOf({ problem: "too late", hopeless: true });
  const { items } = await lane.claim([]);
  await database.sql`update deliveries set claimed_until = now() + interval '1 hour'`;
  for (const item of items) await lane.handle(item, new AbortController().signal);
  expect(await read("state, problem")).toEqual([{ state: "waiting", problem: null }]);
  expect(await database.sql`select from delivery_attempts`).toHaveLength(0);
});

test("leaves a delivery alone that was delivered while it waited to fail it", async () => {
  await queue("a");
  const release = await holdTransaction(
    database.db,
    sql`update deliveries set state = 'delivered', sealed = null, done_at = now()`,
  );
  const failing = failWaitingDeliveries(database.db, "mail", "a", { problem: "The target has ended." });
  await waitForLocks(database.systemCtx, 1);
  await release();
  await failing;
  expect(await read("state, problem")).toEqual([{ state: "delivered", problem: null }]);
  expect(await database.sql`select from delivery_attempts where problem = 'The target has ended.'`).toEqual(
    [],
  );
});

test("fails all deliveries of a target that has ended", async () => {
  for (const subject of ["a1", "a2"]) await queue(subject, { target: "a" });
  const { lane, sent } = laneOf(
    {},
    {
      targetState: () => sql`
        select false as slow, false as failing, null::timestamptz as paused_until, 'it was removed' as ended`,
    },
  );
  await runDueItems(database.systemCtx, lane);
  expect(sent).toEqual([]);
  expect(await read("state, problem")).toEqual(Array(2).fill({ state: "failed", problem: "it was removed" }));
});
