import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Db } from "#lib/core/context";
import { gaveWay, isDatabaseDown } from "#lib/core/error";
import { holding } from "#lib/testing/holding";
import { PATIENCE_MS } from "#lib/testing/patience";
import { connect, type Database } from "./client.ts";
import { open } from "./driver.ts";
import { isMigrated } from "./migrate.ts";
import { type Door, openDoor } from "./testing/door.ts";
import { type TestDatabase, testDatabase } from "./testing.ts";

let base: TestDatabase;
let pool: Database;
beforeAll(async () => {
  base = await testDatabase();
  pool = connect(base.url, 2);
});
afterAll(async () => {
  await pool.close();
  await base.close();
});

test("a statement that finds no free connection gives up soon, and was never begun", async () => {
  await pool.sql`create table marks (id int)`;
  const held = await Promise.all([holding(pool.db), holding(pool.db)]);
  const refused = await pool.db.execute("insert into marks values (1)").catch((error: unknown) => error);
  for (const release of held) await release();
  expect(gaveWay(refused)).toBe(true);
  expect(await pool.sql`select from marks`).toHaveLength(0);
});

test("a transaction that finds no free connection gives up as well, and the next one begins", async () => {
  const held = await Promise.all([holding(pool.db), holding(pool.db)]);
  const refused = await pool.db.transaction(async () => "begun").catch((error: unknown) => error);
  for (const release of held) await release();
  expect(gaveWay(refused)).toBe(true);
  expect(await pool.db.transaction(async () => "begun")).toBe("begun");
});

test("a connection that nobody answered for long serves again once somebody does", async () => {
  let answering = false;
  const door = await openDoor(base.url, () => answering);
  const one = connect(door.url, 1);
  const refused = await one.db.execute("select 1").catch((error: unknown) => error);
  expect(gaveWay(refused) || isDatabaseDown(refused)).toBe(true);
  answering = true;
  expect(await one.db.execute("select 2 as two")).toEqual([{ two: 2 }]);
  await one.close();
  door.close();
});

test("a statement that nobody answers is given up at last, though the line stands", async () => {
  const sql = open(base.url, { max: 1 }, { answerMs: 100 });
  const told = await sql.unsafe("select pg_sleep(60)").catch((error: unknown) => error);
  await sql.end({ timeout: 0 });
  expect(isDatabaseDown(told)).toBe(true);
});

test("the connection that was used last is used again, and the others rest", async () => {
  const three = connect(base.url, 3);
  const serverOf = async () => {
    const [row] = await three.db.execute<{ pid: number }>("select pg_backend_pid() as pid, pg_sleep(0.01)");
    return row?.pid;
  };
  expect(new Set(await Promise.all([serverOf(), serverOf(), serverOf()])).size).toBe(3);
  const again: unknown[] = [];
  for (let n = 0; n < 6; n++) again.push(await serverOf());
  expect(new Set(again).size).toBe(1);
  expect(new Set(await Promise.all([serverOf(), serverOf(), serverOf()])).size).toBe(3);
  await three.close();
});

const PIECES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const MOMENTS = (["client", "server"] as const).flatMap((side) =>
  (["destroy", "resetAndDestroy"] as const).flatMap((cut) => PIECES.map((nth) => ({ side, cut, nth }))),
);

/** A door that cuts the connection once: when this side says its n-th piece. */
function doorThatCuts({ side, cut, nth }: (typeof MOMENTS)[number]): Promise<Door> {
  let pieces = 0;
  return openDoor(base.url, (from) => from !== side || pieces++ !== nth, cut);
}

const WORK: [string, (one: Database) => Promise<unknown>][] = [
  ["statement", ({ db }) => db.execute("select 1")],
  ["transaction", ({ db }) => db.transaction((tx) => tx.execute("select 1"))],
];

test.each(WORK)(
  "a %s whose connection is lost at any moment of its opening is done or refused soon, and the pool is whole",
  async (_, work) => {
    const told = MOMENTS.map(async (moment) => {
      const door = await doorThatCuts(moment);
      const one = connect(door.url, 1);
      const outcomes = [];
      for (let times = 12; times > 0; times--)
        outcomes.push(await work(one).catch((error: unknown) => error));
      await one.close();
      door.close();
      const errors = outcomes.filter((outcome) => outcome instanceof Error);
      const whole = !(outcomes.at(-1) instanceof Error);
      return whole && errors.every(isDatabaseDown) ? [] : [moment, ...outcomes];
    });
    expect((await Promise.all(told)).flat()).toEqual([]);
  },
);

test("whether the schema is there is known soon, at whichever moment the connection is lost", async () => {
  const told = MOMENTS.map(async (moment) => {
    const door = await doorThatCuts(moment);
    const found = await isMigrated(door.url).catch((error: unknown) => isDatabaseDown(error) || error);
    door.close();
    return found;
  });
  expect(new Set(await Promise.all(told))).toEqual(new Set([true]));
});

test.each([
  ["at work", async (tx: Db) => void (await tx.execute("select pg_sleep(20)"))],
  [
    "at rest, and then goes on",
    async (tx: Db, gone: Promise<void>) => {
      await tx.execute("select 1");
      await gone;
      await tx.execute("select 2");
    },
  ],
  [
    "at rest, and ends",
    async (tx: Db, gone: Promise<void>) => {
      await tx.execute("select 1");
      await gone;
    },
  ],
  [
    "at work, and makes light of it",
    async (tx: Db) => {
      await tx.execute("select pg_sleep(20)").catch(() => {});
      await tx.execute("select 2");
    },
  ],
])("a transaction that loses its connection %s says so, and the pool is whole at once", async (_, work) => {
  const one = connect(`${base.url}?application_name=doomed`, 1);
  const gone = cut();
  const told = one.db.transaction((tx) => work(tx as unknown as Db, gone)).catch((error: unknown) => error);
  await gone;
  expect(isDatabaseDown(await told)).toBe(true);
  // The driver may give the connection's last words to whoever comes next, once.
  const next = () => one.db.execute("select 3 as three");
  expect(await next().catch(next)).toEqual([{ three: 3 }]);
  expect(await one.db.transaction(async (tx) => tx.execute("select 4 as four"))).toEqual([{ four: 4 }]);
  await one.close();
});

/** Ends the connection that is in a transaction, once there is one, and waits until it is gone. */
async function cut(): Promise<void> {
  await vi.waitUntil(
    () =>
      base.sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where application_name = 'doomed' and xact_start is not null`.then(({ length }) => length > 0),
    { timeout: PATIENCE_MS },
  );
}
