import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getFreePort } from "#db/embedded/free-port";
import { assertNotNewer, migrate } from "#db/migrate";
import { createTestDatabase } from "#db/testing";
import { openTestProxy } from "#db/testing/test-proxy";
import { changeDatabaseUrl } from "#lib/core/database-url";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { type Scene, scene } from "#lib/testing/scene";
import { ROOT } from "./root.ts";
import { startPortalProcess } from "./start/start-portal-process.ts";

let at: Scene;
const dir = mkdtempSync(join(tmpdir(), "portal-start-"));
const log = join(dir, "log");

beforeAll(async () => {
  at = await scene({ UPSTREAM_TIMEOUT_MS: "15000" });
});
afterAll(async () => {
  await at.close();
  rmSync(dir, { recursive: true });
});

/** Starts the portal, which is expected to fail. */
async function startAndFail(variables: Record<string, string>) {
  const child = spawn(process.execPath, ["--conditions=react-server", "bin/start.ts"], {
    cwd: ROOT,
    env: { ...process.env, ...variables },
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { said: said.trim(), code };
}

test("rejects a wrong configuration with one message that names every variable and no value", async () => {
  const { said, code } = await startAndFail({
    UPSTREAM_API_TOKEN: "",
    PORT: "eighty",
    NEXTAUTH_SECRET: "canary",
  });
  expect(code).toBe(1);
  for (const name of ["UPSTREAM_API_TOKEN", "PORT", "NEXTAUTH_SECRET"]) expect(said).toContain(name);
  expect(said).not.toContain("canary");
  expect(said.split("\n")).toHaveLength(4);
});

test("rejects a database without the present schema, and names the command for it", async () => {
  const url = new URL(at.url);
  url.pathname = "/postgres";
  const { said, code } = await startAndFail({ DATABASE_URL: url.href });
  expect({ said, code }).toEqual({ said: expect.stringContaining("npm run migrate"), code: 1 });
  expect(said.split("\n")).toHaveLength(1);
});

test("rejects a database of a much later version at start and migrate, but accepts that of the next", async () => {
  const database = await createTestDatabase();
  await database.sql`insert into drizzle.versions values ('0.3.9')`;
  await assertNotNewer(database.url);
  await database.sql`insert into drizzle.versions values ('0.11.0')`;
  const { said, code } = await startAndFail({ DATABASE_URL: database.url });
  expect({ said, code }).toEqual({
    said: expect.stringContaining("has the schema of version 0.11.0"),
    code: 1,
  });
  expect(said.split("\n")).toHaveLength(1);
  await expect(migrate(database.url)).rejects.toThrow("Nothing was changed");
  await database.close();
});

test.each([
  ["a wrong password", { password: "wrong" }],
  ["an unknown database", { database: "nowhere" }],
])("ends at once with one line for %s", async (_, change) => {
  const { said, code } = await startAndFail({ DATABASE_URL: changeDatabaseUrl(at.url, change) });
  expect({ said, code }).toEqual({ said: expect.stringMatching(/denies access.* DATABASE_URL/), code: 1 });
  expect(said.split("\n")).toHaveLength(1);
});

test("names a parameter of DATABASE_URL that no server knows, and warns of one without effect", async () => {
  const { said, code } = await startAndFail({ DATABASE_URL: `${at.url}?sslfoo=1` });
  expect({ said, code }).toEqual({
    said: "PostgreSQL doesn't know the parameter sslfoo of DATABASE_URL. Remove it there.",
    code: 1,
  });
  const worker = await startPortalProcess(
    { PORTAL_ROLES: "worker", DATABASE_URL: `${at.url}?channel_binding=require` },
    log,
  );
  expect(readFileSync(log, "utf8")).toMatch(/"database\.problem".*without effect.*channel_binding/);
  expect(await worker.stop()).toBe(0);
});

test("waits for a database that can't be reached yet, says so in one line, and starts once it can", async () => {
  let attempts = 0;
  const closed = createServer((socket) => {
    attempts += 1;
    socket.destroy();
  });
  await once(closed.listen(0, "127.0.0.1"), "listening");
  const { port } = closed.address() as AddressInfo;
  const metrics = await getFreePort();
  const url = new URL(at.url);
  const target = { host: url.hostname, port: Number(url.port) };
  url.port = String(port);
  const starting = startPortalProcess(
    { PORTAL_ROLES: "worker", DATABASE_URL: url.href, METRICS_PORT: String(metrics) },
    log,
  );
  await waitForLogEvent(`Waiting for the database at ${url.host}: the connection was cut.`);
  const ready = await fetch(`http://127.0.0.1:${metrics}/api/ready`);
  expect([ready.status, await ready.text()]).toEqual([503, "database\n"]);
  // From now on the same address is the database's.
  closed.removeAllListeners("connection");
  closed.on("connection", (socket) => {
    const database = connect(target);
    for (const end of [socket, database]) end.on("error", () => {});
    socket.pipe(database).pipe(socket);
  });
  const worker = await starting;
  expect(attempts).toBeGreaterThan(1);
  expect(readFileSync(log, "utf8").split("Waiting for the database")).toHaveLength(2);
  expect(await worker.stop()).toBe(0);
  closed.close();
});

test("ends at once on a signal while it waits for the database", async () => {
  const child = spawn(process.execPath, ["--conditions=react-server", "bin/start.ts"], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" },
  });
  await once(child.stderr, "data");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("a stopped worker claims nothing more, stays alive until its sent purchases are finished, and exits with 0", async () => {
  const { id, ctx } = await at.reseller();
  await at.sandbox.order("hold-after", { phone: "08031230001" });
  const worker = await startPortalProcess({ PORTAL_ROLES: "worker" }, log);
  const buy = (phone: string) =>
    placePurchase(ctx, { ref: phone, phone, channel: "web", again: true, ...at.offered() });
  await buy("08031230001");
  await at.sandbox.waitForPurchase({ phone: "08031230001" }, { until: "held" });
  // A claim that began before the stop may still be on its way: it finds the slot taken.
  const freeSlot = await holdTransaction(at.system.db, sql`select from dispatcher for update`);
  const stopped = worker.stop();
  await waitForLogEvent("portal.stopping");
  await buy("08031230002");
  await waitForRenewal();
  await freeSlot();
  await waitForRenewal();
  await at.sandbox.release();
  expect(await stopped).toBe(0);
  expect(await countRenewals()).toBe(0);
  const rows = await at.system.db.execute(
    `select ref, state from purchases where reseller_id = ${id} order by id`,
  );
  expect([...rows]).toEqual([
    { ref: "08031230001", state: "successful" },
    { ref: "08031230002", state: "queued" },
  ]);
});

test("a worker survives a lost database while a run fails, with its sent purchases", async () => {
  let away = false;
  const door = await openTestProxy(at.url, () => !away);
  const { ctx } = await at.reseller();
  await at.sandbox.order("hold-before", { route: "filtered" });
  await at.sandbox.order("hold-after", { phone: "08031230003" });
  const variables = { PORTAL_ROLES: "worker", DATABASE_URL: door.url, BOUNDS_FACTOR: "1" };
  const worker = await startPortalProcess(variables, log);
  const order = {
    ref: "outlived",
    phone: "08031230003",
    channel: "web" as const,
    again: true,
    ...at.offered(),
  };
  const { purchase } = await placePurchase(ctx, order);
  await at.sandbox.waitForPurchase({ phone: "08031230003" }, { until: "held" });
  const lists = async () => (await at.sandbox.log()).filter(({ route }) => route === "filtered");
  await expect.poll(async () => (await lists()).some(({ held }) => held)).toBe(true);
  away = true;
  await at.sandbox.release();
  await waitForLogEvent("lane.not_noted");
  away = false;
  expect((await waitUntilSettled(ctx, purchase.ident, TEST_TIMEOUT_MS)).state).toBe("successful");
  expect(await worker.stop()).toBe(0);
  door.close();
});

/** Counts the renewals of all live processes (`startHeartbeat`). */
async function countRenewals(): Promise<number> {
  const [row] = await at.system.db.execute<{ renewals: string | null }>(
    "select sum(renewals) as renewals from processes",
  );
  return Number(row?.renewals ?? 0);
}

async function waitForRenewal(): Promise<void> {
  const before = await countRenewals();
  await expect.poll(countRenewals).toBeGreaterThan(before);
}

async function waitForLogEvent(event: string): Promise<void> {
  while (!readFileSync(log, "utf8").includes(event)) await pause(10);
}
