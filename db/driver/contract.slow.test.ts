import { once } from "node:events";
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import type { Db } from "#lib/core/context";
import { isDatabaseDown, isSerializationFailure } from "#lib/core/database-error";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { reachBounds } from "#lib/testing/reach-bounds";
import { connect, type Database } from "../client.ts";
import { isMigrated } from "../migrate.ts";
import { openTestProxy, type TestProxy } from "../testing/test-proxy.ts";
import { createTestDatabase } from "../testing.ts";
import { openPool } from "./open-pool.ts";

const base = await createTestDatabase();
const pool = connect(base.url, 2);
afterAll(async () => {
  await pool.close();
  await base.close();
});

test("rejects a statement without a free connection soon, and never executes it", async () => {
  await pool.sql`create table marks (id int)`;
  const held = await Promise.all([holdTransaction(pool.db), holdTransaction(pool.db)]);
  const statement = () => pool.db.execute("insert into marks values (1)");
  const error = await reachBounds(statement).catch((error: unknown) => error);
  for (const release of held) await release();
  expect(isSerializationFailure(error)).toBe(true);
  expect(await pool.sql`select from marks`).toHaveLength(0);
});

test("rejects a transaction without a free connection, and begins the next one", async () => {
  const held = await Promise.all([holdTransaction(pool.db), holdTransaction(pool.db)]);
  const error = await reachBounds(() => pool.db.transaction(async () => "begun")).catch(
    (error: unknown) => error,
  );
  for (const release of held) await release();
  expect(isSerializationFailure(error)).toBe(true);
  expect(await pool.db.transaction(async () => "begun")).toBe("begun");
});

test("uses a connection again once a silent server responds", async () => {
  let answering = false;
  const proxy = await openTestProxy(base.url, () => answering);
  const database = connect(proxy.url, 1);
  const error = await reachBounds(() => database.db.execute("select 1")).catch((error: unknown) => error);
  expect(isSerializationFailure(error) || isDatabaseDown(error)).toBe(true);
  answering = true;
  expect(await database.db.execute("select 2 as two")).toEqual([{ two: 2 }]);
  await database.close();
  proxy.close();
});

test("returns all rows of a statement, and no others, after one that failed between its rows", async () => {
  const single = connect(base.url, 1);
  await expect(single.db.execute("select 1 / (4 - i) from generate_series(1, 10) i")).rejects.toThrow();
  const rows = await single.db.execute("select i from generate_series(1, 5) i");
  expect([...rows]).toEqual([1, 2, 3, 4, 5].map((i) => ({ i })));
  await single.close();
});

test("ends though its connection was reset at work", async () => {
  const proxy = await openTestProxy(base.url, (_, bytes) => !bytes.includes("cut here"), "resetAndDestroy");
  const sql = openPool(proxy.url, { max: 1 });
  await expect(sql.unsafe("select 'cut here'")).rejects.toThrow();
  await sql.end();
  proxy.close();
});

test("rejects a statement without a response, though the connection stays open", async () => {
  const sql = openPool(base.url, { max: 1 }, { responseTimeoutMs: 100 });
  await sql.unsafe("select 1");
  const error = await reachBounds(async () => sql.unsafe("select pg_sleep(60)")).catch(
    (error: unknown) => error,
  );
  await sql.end({ timeout: 0 });
  // The server would work on it for a minute.
  await base.sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where query = 'select pg_sleep(60)'`;
  expect(isDatabaseDown(error)).toBe(true);
});

test("works with several servers of which one is away", async () => {
  const { host } = new URL(base.url);
  const database = connect(base.url.replace(host, `127.0.0.1:1,${host}`), 2);
  expect(await database.db.execute("select 1 as one")).toEqual([{ one: 1 }]);
  expect(await database.db.transaction((tx) => tx.execute("select 2 as two"))).toEqual([{ two: 2 }]);
  await database.close();
  const away = connect(base.url.replace(host, "127.0.0.1:1,127.0.0.1:2"), 2);
  expect(isDatabaseDown(await away.db.execute("select 1").catch((error: unknown) => error))).toBe(true);
  await away.close();
});

test("works at once when one of several servers that were all away returns", async () => {
  let isUp = false;
  const proxy = await openTestProxy(base.url, () => isUp);
  const { host } = new URL(proxy.url);
  const database = connect(proxy.url.replace(host, `127.0.0.1:1,${host}`), 1);
  await expect(reachBounds(() => database.db.execute("select 1"))).rejects.toThrow();
  isUp = true;
  expect(await database.db.execute("select 2 as two")).toEqual([{ two: 2 }]);
  await database.close();
  proxy.close();
});

test("attempts a connection a few times a second while the server closes each, for all waiting statements", async () => {
  let isUp = false;
  const opened = new Set<Buffer>();
  const proxy = await openTestProxy(base.url, (_, __, opening) => {
    opened.add(opening);
    return isUp;
  });
  const pools = [connect(proxy.url, 10), connect(proxy.url, 10)];
  const executeAll = () =>
    Promise.allSettled(pools.flatMap(({ db }) => Array.from({ length: 10 }, () => db.execute("select 1"))));
  const outcomes = await reachBounds(executeAll, 0.3);
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["rejected"]));
  // One for each statement at once; then each pause is at least an eighth of a second, and a statement waits for 1.5 s.
  expect(opened.size).toBeLessThan(20 + 20);
  isUp = true;
  const [row] = await Promise.all(pools.map(({ db }) => db.execute("select 2 as two")));
  expect(row).toEqual([{ two: 2 }]);
  for (const { close } of pools) await close();
  proxy.close();
});

test("connects soon to a server that returns, however often connections to it failed", async () => {
  let isUp = false;
  const opened = new Set<Buffer>();
  const proxy = await openTestProxy(
    base.url,
    (_, __, opening) => opened.add(opening) && isUp,
    "resetAndDestroy",
  );
  const database = connect(proxy.url, 1);
  while (opened.size < 8) await database.db.execute("select 1").catch(() => {});
  isUp = true;
  expect(await reachBounds(() => database.db.execute("select 2 as two"), 1)).toEqual([{ two: 2 }]);
  await database.close();
  proxy.close();
});

test("opens no connection after its end, though one was on its way", async () => {
  let isUp = false;
  const proxy = await openTestProxy(base.url, () => isUp, "resetAndDestroy");
  // Counted where they begin: bytes of an earlier one may arrive after the end.
  let opened = 0;
  const sockets = new (class extends Set<Socket> {
    override add(socket: Socket) {
      opened += 1;
      return super.add(socket);
    }
  })();
  const ended = openPool(proxy.url, { max: 1 }, {}, sockets);
  const secondPool = openPool(proxy.url, { max: 1 });
  const failing = Promise.allSettled([1, 2, 3, 4].map(() => ended.unsafe("select 1")));
  await vi.waitUntil(() => opened > 2, { timeout: TEST_TIMEOUT_MS });
  await ended.end({ timeout: 0 });
  const openedBefore = opened;
  isUp = true;
  // It waits at the same door, behind the one on its way.
  expect(await secondPool.unsafe("select 2 as two")).toEqual([{ two: 2 }]);
  await failing;
  expect(opened).toBe(openedBefore);
  await secondPool.end();
  proxy.close();
});

test("executes the first statement and transaction after the server ended a connection at work", async () => {
  const single = connect(base.url, 1);
  const end = () => single.db.execute("select pg_terminate_backend(pg_backend_pid())");
  await expect(end()).rejects.toThrow();
  expect(await single.db.execute("select 1 as one")).toEqual([{ one: 1 }]);
  await expect(end()).rejects.toThrow();
  expect(await single.db.transaction((tx) => tx.execute("select 2 as two"))).toEqual([{ two: 2 }]);
  await single.close();
});

test("executes every statement, on as many connections as it may, after a server that was starting up", async () => {
  const server = await openStartingServer(base.url, 3);
  const pool = connect(server.url, 2);
  expect(await pool.db.execute("select 1 as one")).toEqual([{ one: 1 }]);
  await pool.db.transaction(async (tx) => {
    await tx.execute("select 2 as two");
    expect(await pool.db.execute("select 3 as three")).toEqual([{ three: 3 }]);
  });
  await pool.close();
  server.close();
});

test("works at once after a connection ended with a statement that wasn't written yet", async () => {
  const sockets = new Set<Socket>();
  const sql = openPool(base.url, { max: 1 }, {}, sockets);
  await sql.unsafe("select 1");
  const lost = await new Promise((resolve) => {
    setImmediate(() => {
      for (const socket of sockets) socket.destroy();
      sql.unsafe("select 2").catch(resolve);
    });
  });
  expect(isDatabaseDown(lost)).toBe(true);
  expect(await sql.unsafe("select 3 as three")).toEqual([{ three: 3 }]);
  await sql.end({ timeout: 0 });
});

test("cuts connections that the server behind the address no longer knows, and continues on new ones", async () => {
  const oldConnections = new Set<Buffer>();
  let isSilent = false;
  const proxy = await openTestProxy(base.url, (_, __, opening) => {
    if (!isSilent) oldConnections.add(opening);
    return isSilent && oldConnections.has(opening) ? "silence" : true;
  });
  const database = connect(proxy.url, 2);
  const [row] = await database.db.execute<{ pid: number }>("select pg_backend_pid() as pid");
  isSilent = true;
  await base.sql`select pg_terminate_backend(${row?.pid ?? 0})`;
  const error = await database.db.execute("select 1").catch((error: unknown) => error);
  expect(isDatabaseDown(error)).toBe(true);
  expect(await database.db.execute("select 2 as two")).toEqual([{ two: 2 }]);
  await database.close();
  proxy.close();
});

test("leaves open connections alone while the server is too busy for another one", async () => {
  const openings = new Set<Buffer>();
  const late = new Set<Buffer>();
  let isBusy = false;
  const proxy = await openTestProxy(base.url, (_, __, opening) => {
    (isBusy && !openings.has(opening) ? late : openings).add(opening);
    return late.has(opening) ? "silence" : true;
  });
  const { db, close } = connect(proxy.url, 2);
  onTestFinished(async () => {
    await close();
    proxy.close();
  });
  await Promise.all([db.execute("select 1"), db.execute("select 2")]);
  isBusy = true;
  await reachBounds(async () => {
    const slow = Promise.all([db.execute("select pg_sleep(50)")]).catch((error: unknown) => error);
    while (late.size < 3) await db.execute("select 2");
    await base.sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'select pg_sleep(50)'`;
    expect(isSerializationFailure(await slow)).toBe(true);
  }, 1);
});

test.each([
  ["a statement", "client", "select 'lost'"],
  ["a statement's response", "server", "select 'lost'"],
  ["a statement of a savepoint", "client", "select 'deep'"],
  ["its commit", "client", "commit"],
  ["its commit's response", "server", "commit"],
])("ends a transaction whose connection falls silent at %s", async (_, lostSide, text) => {
  let isSent = false;
  const proxy = await openTestProxy(base.url, (side, bytes) => {
    if (side === "client") isSent = bytes.includes(text);
    return isSent && side === lostSide ? "silence" : true;
  });
  const database = connect(proxy.url, 1);
  onTestFinished(async () => {
    await database.close();
    proxy.close();
  });
  const error = await database.db
    .transaction(async (tx) => {
      await tx.execute("select 1");
      await tx.execute("select 'lost'");
      await tx.transaction((inner) => inner.execute("select 'deep'"));
    })
    .catch((error: unknown) => error);
  expect(isDatabaseDown(error)).toBe(true);
  expect(await database.db.execute("select 2 as two")).toEqual([{ two: 2 }]);
});

test("leaves a slow statement its connection", async () => {
  expect(await pool.db.execute("select 1 as one from pg_sleep(4)")).toEqual([{ one: 1 }]);
});

const PACKET_NUMBERS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const CUT_POINTS = (["client", "server"] as const).flatMap((side) =>
  (["destroy", "resetAndDestroy"] as const).flatMap((cut) =>
    PACKET_NUMBERS.map((nth) => ({ side, cut, nth })),
  ),
);

/** Opens a proxy that cuts the connection once: at this side's n-th packet. */
function openCuttingProxy({ side, cut, nth }: (typeof CUT_POINTS)[number]): Promise<TestProxy> {
  let packets = 0;
  return openTestProxy(base.url, (from) => from !== side || packets++ !== nth, cut);
}

const WORKLOADS: [string, (database: Database) => Promise<unknown>][] = [
  ["statement", ({ db }) => db.execute("select 1")],
  ["transaction", ({ db }) => db.transaction((tx) => tx.execute("select 1"))],
];

test.each(WORKLOADS)(
  "ends or rejects a %s soon whose connection is lost while it opens, and keeps the pool whole",
  async (_, work) => {
    const checks = CUT_POINTS.map(async (moment) => {
      const proxy = await openCuttingProxy(moment);
      const database = connect(proxy.url, 1);
      const outcomes = [];
      for (let times = 12; times > 0; times--)
        outcomes.push(await work(database).catch((error: unknown) => error));
      await database.close();
      proxy.close();
      const errors = outcomes.filter((outcome) => outcome instanceof Error);
      const whole = !(outcomes.at(-1) instanceof Error);
      return whole && errors.every(isDatabaseDown) ? [] : [moment, ...outcomes];
    });
    expect((await Promise.all(checks)).flat()).toEqual([]);
  },
);

test("reports soon whether the schema is complete, whenever the connection is lost", async () => {
  const checks = CUT_POINTS.map(async (moment) => {
    const proxy = await openCuttingProxy(moment);
    const migrated = await isMigrated(proxy.url).catch((error: unknown) => isDatabaseDown(error) || error);
    proxy.close();
    return migrated;
  });
  expect(new Set(await Promise.all(checks))).toEqual(new Set([true]));
});

test.each([
  ["at work", async (tx: Db) => void (await tx.execute("select pg_sleep(20)"))],
  [
    "at rest, and then continues",
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
    "at rest within a savepoint, and then continues",
    (tx: Db, gone: Promise<void>) =>
      tx.transaction(async (inner) => {
        await inner.execute("select 1");
        await gone;
        await inner.execute("select 2");
      }),
  ],
  [
    "at work, and ignores the error",
    async (tx: Db) => {
      await tx.execute("select pg_sleep(20)").catch(() => {});
      await tx.execute("select 2");
    },
  ],
])("rejects a transaction that loses its connection %s, and keeps the pool whole", async (_, work) => {
  const database = connect(`${base.url}?application_name=doomed`, 1);
  onTestFinished(() => database.close());
  const gone = cutConnection();
  const outcome = database.db
    .transaction((tx) => work(tx as unknown as Db, gone))
    .catch((error: unknown) => error);
  await gone;
  expect(isDatabaseDown(await outcome)).toBe(true);
  expect(await database.db.execute("select 3 as three")).toEqual([{ three: 3 }]);
  expect(await database.db.transaction(async (tx) => tx.execute("select 4 as four"))).toEqual([{ four: 4 }]);
});

/** Ends the connection that is in a transaction, once there is one, and waits until it is gone. */
async function cutConnection(): Promise<void> {
  await vi.waitUntil(
    () =>
      base.sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where application_name = 'doomed' and xact_start is not null and query like 'select%'`.then(
        ({ length }) => length > 0,
      ),
    { timeout: TEST_TIMEOUT_MS },
  );
}

/** A server that tells its first clients that it is starting up, and is the database for the others. */
async function openStartingServer(url: string, refusals: number): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(url);
  const fields = ["SFATAL", "VFATAL", "C57P03", "Mthe database system is starting up", ""];
  const text = Buffer.from(fields.map((field) => `${field}\0`).join(""));
  const head = Buffer.from("E....");
  head.writeInt32BE(4 + text.length, 1);
  let clients = 0;
  const server = createServer((client) => {
    client.on("error", () => {});
    clients += 1;
    if (clients <= refusals) return client.once("data", () => client.end(Buffer.concat([head, text])));
    const database = createConnection(Number(port), hostname);
    return client
      .pipe(database)
      .on("error", () => {})
      .pipe(client);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = new URL(url);
  address.hostname = "127.0.0.1";
  address.port = String((server.address() as AddressInfo).port);
  return { url: address.href, close: () => server.close() };
}
