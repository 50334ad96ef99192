import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedLedger } from "#bench/support/seed";
import { openPool } from "#db/driver/open-pool";
import { type ReplicaPair, startReplicaPair } from "#db/testing/replica-pair";
import { makeTemplate } from "#db/testing/template";
import { type PortalMember, startSystem, type TestSystem } from "#e2e/harness";
import { TestAccounts } from "#e2e/test-accounts";
import { aggregateDays } from "#lib/sales/aggregate-days";

const TIMEOUT_MS = 600_000;
const PURCHASES = 200_000;

let pair: ReplicaPair;
let system: TestSystem;
let portal: PortalMember;
let replicaUrl: string;
let cookies: { reseller: string; admin: string };

beforeAll(async () => {
  pair = await startReplicaPair();
  process.env.TEST_DATABASE_URL = pair.primaryUrl("postgres");
  await makeTemplate();
  system = await startSystem();
  const name = new URL(system.database.url).pathname.slice(1);
  replicaUrl = pair.standbyUrl(name);
  const { sql, systemCtx } = system.database;
  await seedLedger(sql, { resellers: 20, purchases: PURCHASES, ofFirst: 2 });
  await aggregateDays({ ...systemCtx, actor: { kind: "system", name: "report" } });
  const people = new TestAccounts(systemCtx);
  const [first] = await sql<{ id: number; email: string }[]>`
    select id::int, email from accounts where role = 'reseller' order by id limit 1`;
  const cookieOf = async (person: Parameters<TestAccounts["cookie"]>[0]) => {
    const { name, value } = await people.cookie(person);
    return `${name}=${value}`;
  };
  cookies = {
    reseller: await cookieOf({
      id: first?.id ?? 0,
      email: first?.email ?? "",
      role: "reseller",
      level: "affiliate",
    }),
    admin: await cookieOf(await people.admin()),
  };
  portal = await system.start({ roles: "web", env: { DATABASE_REPLICA_URL: replicaUrl } });
}, TIMEOUT_MS);
afterAll(async () => {
  await system.close();
  await pair.close();
});

async function read(path: string, cookie: string): Promise<string> {
  const response = await fetch(portal.url + path, { headers: { Cookie: cookie } });
  if (response.status !== 200) throw new Error(`${path} has status ${response.status}.`);
  return response.text();
}

const OLD_PAGE = `?after=${PURCHASES / 2}`;
const AS_OF = /As of (?:<!-- -->)?\d\d:\d\d|As of (?:<!-- -->)?[^<]*\d\d:\d\d/;

test("shows figures of the replica with their time, and never a wallet or a new purchase", async () => {
  await expect
    .poll(async () => AS_OF.test(await read(`/admin/purchases${OLD_PAGE}`, cookies.admin)))
    .toBe(true);
  expect(await read("/admin", cookies.admin)).toMatch(AS_OF);
  expect(await read("/profit", cookies.reseller)).toMatch(AS_OF);
  expect(await read(`/purchases${OLD_PAGE}`, cookies.reseller)).toMatch(AS_OF);
  for (const path of ["/home", "/wallet", "/buy", "/purchases"])
    expect(await read(path, cookies.reseller)).not.toMatch(AS_OF);
  const file = await read("/admin/purchases/export", cookies.admin);
  expect(file.trimEnd().split("\r\n").at(-1)).toMatch(/^"End of file, as of \d{4}-\d\d-\d\dT/);
  expect(file.split("\r\n").length).toBe(PURCHASES + 3);
});

/** A day of 20 resellers and two admins, in a hundredth of its requests: how often each page is read, by whom. */
const DAY: readonly [path: string, reader: "reseller" | "admin", times: number][] = [
  ["/home", "reseller", 40],
  ["/buy", "reseller", 60],
  ["/wallet", "reseller", 20],
  ["/purchases", "reseller", 40],
  [`/purchases${OLD_PAGE}`, "reseller", 6],
  ["/profit", "reseller", 4],
  ["/purchases/export", "reseller", 1],
  ["/admin", "admin", 20],
  ["/admin/purchases", "admin", 20],
  [`/admin/purchases${OLD_PAGE}`, "admin", 5],
  ["/admin/purchases?q=08031", "admin", 10],
  ["/admin/records/audit", "admin", 2],
  ["/admin/purchases/export", "admin", 1],
];

test(
  "measures the share of a busy day's reading that leaves the primary",
  async () => {
    const servers = { primary: system.database.url, replica: replicaUrl };
    const readLoad = async (url: string) => {
      const sql = openPool(url, { max: 1 });
      // Statistics of a session are reported when it is idle for a second.
      await pause(2_000);
      const [row] = await sql`select active_time, blks_hit + blks_read as blocks, tup_returned as rows
      from pg_stat_database where datname = current_database()`;
      await sql.end({ timeout: 1 });
      return { ms: Number(row?.active_time), blocks: Number(row?.blocks), rows: Number(row?.rows) };
    };
    const measure = async () => ({
      primary: await readLoad(servers.primary),
      replica: await readLoad(servers.replica),
    });
    for (const [path, reader] of DAY) await read(path, cookies[reader]);
    const before = await measure();
    for (const [path, reader, times] of DAY)
      for (let n = 0; n < times; n++) await read(path, cookies[reader]);
    const after = await measure();
    for (const unit of ["ms", "blocks", "rows"] as const) {
      const [primary, replica] = [
        after.primary[unit] - before.primary[unit],
        after.replica[unit] - before.replica[unit],
      ];
      const share = replica / (primary + replica);
      console.log(
        `${unit}: primary ${primary.toFixed()}, replica ${replica.toFixed()}, share ${(100 * share).toFixed()} %`,
      );
      expect(share).toBeGreaterThan(0);
    }
  },
  TIMEOUT_MS,
);

test(
  "continues on the primary while the replica stands still or is dead, without a failed request",
  async () => {
    const sql = openPool(pair.standbyUrl("postgres"), { max: 1 });
    await sql`select pg_wal_replay_pause()`;
    const isCurrent = async () => !AS_OF.test(await read(`/admin/purchases${OLD_PAGE}`, cookies.admin));
    await expect.poll(isCurrent, { timeout: 120_000, interval: 1_000 }).toBe(true);
    await sql`select pg_wal_replay_resume()`;
    await expect.poll(isCurrent, { timeout: 60_000, interval: 500 }).toBe(false);
    await sql.end({ timeout: 1 });
    const files = Array.from({ length: 3 }, () => read("/admin/purchases/export", cookies.admin));
    await pause(300);
    await pair.killStandby();
    for (const file of await Promise.all(files)) expect(file).toContain('\r\n"End of file');
    expect(await isCurrent()).toBe(true);
  },
  TIMEOUT_MS,
);
