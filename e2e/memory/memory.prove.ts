import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedLedger } from "#bench/support/seed";
import { ROOT } from "#bin/root";
import { type Embedded, startEmbedded } from "#db/embedded";
import { makeTemplate } from "#db/testing/template";
import { type PortalMember, startSystem, type TestSystem } from "#e2e/harness";
import { TestAccounts } from "#e2e/test-accounts";
import { findTestPlan, nextTestPhone, testResellerCtx } from "#e2e/test-purchases";
import { createToken } from "#lib/account/token/create-token";
import { createMemoryGroup, type MemoryGroup, readMemoryMb } from "./memory-group.ts";

/** The whole installation, and in it the portal with the limit of its unit. */
const MACHINE_MB = 1024;
const PORTAL_MB = 600;
const PURCHASES = 300_000;
const TIMEOUT_MS = 600_000;
const PAGES = ["/home", "/buy", "/wallet", "/purchases"];

let machine: MemoryGroup & { dir: string };
let portalGroup: MemoryGroup;
let databaseGroup: MemoryGroup;
let server: Embedded;
let system: TestSystem;
let portal: PortalMember;
let cookie: string;
let token: string;
let order: { plan: number; network: number };
const dataDir = mkdtempSync(join(tmpdir(), "portal-memory-"));

beforeAll(async () => {
  machine = createMemoryGroup(`portal-memory-${process.pid}`, MACHINE_MB);
  portalGroup = createMemoryGroup("portal", PORTAL_MB, machine.dir);
  databaseGroup = createMemoryGroup("database", MACHINE_MB, machine.dir);
  server = await databaseGroup.enterWhile(() => startEmbedded({ dataDir }));
  process.env.TEST_DATABASE_URL = server.url("postgres");
  await makeTemplate();
  system = await startSystem();
  const { sql, systemCtx } = system.database;
  await seedLedger(sql, { resellers: 20, purchases: PURCHASES, ofFirst: 10 });
  const [first] = await sql<{ id: number; email: string }[]>`
    select id::int, email from accounts where role = 'reseller' order by id limit 1`;
  const people = new TestAccounts(systemCtx);
  const session = await people.cookie({
    id: first?.id ?? 0,
    email: first?.email ?? "",
    role: "reseller",
    level: "api",
  });
  cookie = `${session.name}=${session.value}`;
  const buyer = await people.reseller({ money: 1_000_000_000n });
  const plan = await findTestPlan(system, testResellerCtx(system, buyer));
  order = { plan: plan.id, network: plan.networkId };
  token = (await createToken(systemCtx, { resellerId: buyer.id, name: "memory" })).token;
  portal = await portalGroup.enterWhile(() => system.start());
}, TIMEOUT_MS);
afterAll(async () => {
  await system.close();
  await server.stop();
  for (const group of [portalGroup, databaseGroup, machine]) await group.close();
  rmSync(dataDir, { recursive: true, force: true });
}, TIMEOUT_MS);

/** The most that portal and database took during `work`, in MB. */
async function measure(what: string, work: () => Promise<unknown>): Promise<void> {
  const most = { portal: 0, database: 0, all: 0 };
  const sample = () => {
    const [portalMb, databaseMb] = [readMemoryMb(portalGroup.pids()), readMemoryMb(databaseGroup.pids())];
    most.portal = Math.max(most.portal, portalMb);
    most.database = Math.max(most.database, databaseMb);
    most.all = Math.max(most.all, portalMb + databaseMb);
  };
  sample();
  const sampling = setInterval(sample, 300);
  await work();
  sample();
  clearInterval(sampling);
  console.log(`${what}: portal ${most.portal} MB, database ${most.database} MB, together ${most.all} MB`);
  expect(most.all).toBeLessThan(MACHINE_MB);
  expect([machine, portalGroup, databaseGroup].filter((group) => group.hasKilled())).toEqual([]);
}

const read = async (path: string) => (await fetch(portal.url + path, { headers: { Cookie: cookie } })).text();

async function buy(n: number): Promise<number> {
  const response = await fetch(`${portal.url}/api/data/memory-${n}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ ...order, mobile_number: nextTestPhone() }),
  });
  await response.text();
  return response.status;
}

/** Posts that stop before their end, each on a connection of its own. */
async function attack(connections: number): Promise<Socket[]> {
  const port = Number(new URL(portal.url).port);
  return Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      await Promise.race([once(socket, "connect"), once(socket, "close")]);
      socket.write(
        `POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 99000\r\n\r\n${"a".repeat(98_000)}`,
      );
      return socket;
    }),
  );
}

test(
  "an installation lives in 1 GB through idle time, sales, a download, a backup and an attack",
  async () => {
    await measure("idle", () => pause(3_000));
    await measure("busy: pages and purchases", async () => {
      const until = Date.now() + 20_000;
      const readers = Array.from({ length: 6 }, async (_, reader) => {
        for (let n = reader; Date.now() < until; n++)
          expect(await read(PAGES[n % PAGES.length] ?? "")).toContain("</html>");
      });
      for (let n = 0; n < 25; n++) expect(await buy(n)).toBe(200);
      await Promise.all(readers);
    });
    await measure(`download of ${PURCHASES} rows`, async () => {
      const file = await read("/purchases/export");
      expect(file.trimEnd().split("\r\n").at(-1)).toContain("End of file");
      expect(file.split("\r\n").length).toBe(PURCHASES + 3);
    });
    await measure("backup", async () => {
      const backup = await portalGroup.enterWhile(async () =>
        spawn(process.execPath, ["--conditions=react-server", "bin/portal.ts", "backup"], {
          cwd: ROOT,
          env: { ...process.env, BACKUP_TO: join(dataDir, "backups"), BACKUP_KEY: "a".repeat(44) },
          stdio: ["ignore", "ignore", "inherit"],
        }),
      );
      expect(await once(backup, "exit")).toEqual([0, null]);
    });
    await measure("attack of 2,000 unfinished posts", async () => {
      const sockets = await attack(2_000);
      const statuses = new Set<number>();
      for (let n = 0; n < 10; n++) {
        statuses.add((await fetch(`${portal.url}/sign-in`)).status);
        await pause(300);
      }
      console.log(`pages meanwhile: ${[...statuses].join(", ")}`);
      expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
      for (const socket of sockets) socket.destroy();
    });
    expect(await read("/wallet")).toContain("</html>");
  },
  TIMEOUT_MS,
);
