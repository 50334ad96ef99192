import { once } from "node:events";
import { createServer, connect as open } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Db } from "#lib/core/context";
import { gaveWay, isDatabaseDown } from "#lib/core/error";
import { connect, type Database } from "./client.ts";
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
  const held = await Promise.all([pool.sql.reserve(), pool.sql.reserve()]);
  const refused = await pool.db.execute("insert into marks values (1)").catch((error: unknown) => error);
  for (const one of held) one.release();
  expect(gaveWay(refused)).toBe(true);
  expect(await pool.sql`select from marks`).toHaveLength(0);
});

test("a transaction that finds no free connection gives up as well, and the next one begins", async () => {
  const held = await Promise.all([pool.sql.reserve(), pool.sql.reserve()]);
  const refused = await pool.db.transaction(async () => "begun").catch((error: unknown) => error);
  for (const one of held) one.release();
  expect(gaveWay(refused)).toBe(true);
  expect(await pool.db.transaction(async () => "begun")).toBe("begun");
});

test("a connection that nobody answered for long serves again once somebody does", async () => {
  const { hostname, port } = new URL(base.url);
  let answering = false;
  const door = createServer((client) => {
    client.on("error", () => {});
    if (!answering) return client.end();
    const server = open(Number(port), hostname);
    server.on("error", () => {});
    client.pipe(server).pipe(client);
  });
  await once(door.listen(0, "127.0.0.1"), "listening");
  const url = new URL(base.url);
  url.hostname = "127.0.0.1";
  url.port = String((door.address() as { port: number }).port);
  const one = connect(url.href, 1);
  const refused = await one.db.execute("select 1").catch((error: unknown) => error);
  expect(gaveWay(refused) || isDatabaseDown(refused)).toBe(true);
  answering = true;
  expect(await one.db.execute("select 2 as two")).toEqual([{ two: 2 }]);
  await one.close();
  door.close();
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
    { timeout: 15_000 },
  );
}
