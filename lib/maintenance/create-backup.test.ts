import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "#db/client";
import { ensureDatabase } from "#db/ensure-database";
import { listKnownMigrations } from "#db/known-migrations";
import { migrate } from "#db/migrate";
import { createFromTemplate, dropDatabase, testDatabaseUrl } from "#db/testing/template";
import type { Ctx } from "#lib/core/context";
import { checkPurchases } from "#lib/purchase/check-purchases";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { getDispatchStatus } from "#lib/purchase/send/dispatch-status";
import { runDispatcher } from "#lib/purchase/send/dispatcher";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { fingerprintDatabase } from "#lib/testing/fingerprint-database";
import { type Scene, scene } from "#lib/testing/scene";
import { BackupReader } from "./backup/backup-reader.ts";
import { sealBackup } from "./backup/envelope.ts";
import { writeBackup } from "./backup/write-backup.ts";
import { createBackup } from "./create-backup.ts";
import { listMaintenanceRuns } from "./maintenance-runs.ts";
import { restoreDatabase, runRestoreTest } from "./restore.ts";

const dir = mkdtempSync(join(tmpdir(), "portal-backups-"));
const made: string[] = [];
let at: Scene;
let buyer: Ctx;

beforeAll(async () => {
  at = await scene({
    BACKUP_TO: dir,
    BACKUP_KEEP: "2",
    BACKUP_KEY: "a key of at least thirty-two characters".replaceAll(" ", "-"),
  });
  buyer = (await at.reseller()).ctx;
  const dispatcher = runDispatcher(at.system);
  for (let n = 0; n < 5; n++) await waitUntilSettled(buyer, await buy(), TEST_TIMEOUT_MS);
  await dispatcher.stop();
  await buy();
});
afterAll(async () => {
  for (const name of made) await dropDatabase(name);
  rmSync(dir, { recursive: true });
  await at.close();
});

async function buy(): Promise<string> {
  const order = {
    ref: randomUUID(),
    phone: "08031234567",
    channel: "web",
    again: true,
    ...at.offered(),
  } as const;
  return (await placePurchase(buyer, order)).purchase.ident;
}

/** Creates a database without tables. */
async function empty(): Promise<string> {
  const name = `test_restored_${randomUUID().slice(0, 8)}`;
  made.push(name);
  return ensureDatabase(testDatabaseUrl(name));
}

async function inside<T>(url: string, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { db, close } = connect(url, 1);
  return work({ actor: { kind: "system", name: "test" }, db }).finally(close);
}

/** Creates a migrated database without accounts, which is equivalent and faster. */
async function blank(): Promise<string> {
  const name = `test_restored_${randomUUID().slice(0, 8)}`;
  made.push(name);
  return createFromTemplate(name);
}

/** Tables that a restore changes. */
const CHANGED = ["public.sessions", "public.dispatcher", "public.upkeep"];

/** Returns a fingerprint of all other tables of the portal. */
async function rowsOf(ctx: Ctx): Promise<string> {
  const sums: { t: string }[] = JSON.parse(await fingerprintDatabase(ctx, CHANGED));
  const portalSums = sums.filter(({ t }) => t.startsWith("public."));
  return JSON.stringify(portalSums.sort((a, b) => a.t.localeCompare(b.t)));
}

test("restores every row of a backup, with sending stopped and all sessions ended", async () => {
  const before = await rowsOf(at.system);
  const { name, sealed } = await createBackup(at.system);
  expect(sealed).toBe(true);
  await buy();
  const url = await blank();
  const restored = await restoreDatabase(at.system, name, url);
  expect(restored.findings).toEqual([]);
  await inside(url, async (ctx) => {
    expect(await rowsOf(ctx)).toBe(before);
    const [open] = await ctx.db.execute(sql`select count(*)::int as n from sessions where ended_at is null`);
    expect(open).toEqual({ n: 0 });
    const buyerCtx = { ...buyer, db: ctx.db };
    const later = {
      ref: "after",
      phone: "08031234567",
      channel: "web",
      again: true,
      ...at.offered(),
    } as const;
    await expect(placePurchase(buyerCtx, later)).rejects.toMatchObject({ code: "service_unavailable" });
    const dispatcher = runDispatcher(ctx, url);
    await expect.poll(async () => (await getDispatchStatus(ctx)).stopped).toBe(true);
    await dispatcher.stop();
    const [doubted] = await ctx.db.execute(
      sql`select count(*)::int as n from purchases where state = 'unconfirmed'`,
    );
    expect(doubted).toEqual({ n: 1 });
    expect((await checkPurchases(ctx)).findings).toEqual([]);
    // Guards work again, and sequences continue.
    await expect(ctx.db.execute(sql`delete from journals`)).rejects.toThrow();
    const [ids] = await ctx.db.execute(
      sql`select nextval('purchases_id_seq') > max(id) as on from purchases`,
    );
    expect(ids).toEqual({ on: true });
  });
});

test("takes one snapshot while purchases continue", async () => {
  const buying = Promise.all(Array.from({ length: 20 }, buy));
  const { name } = await createBackup(at.system);
  await buying;
  expect((await restoreDatabase(at.system, name, await blank())).findings).toEqual([]);
});

test("rejects a database with data and a damaged backup, without changes", async () => {
  const { name } = await createBackup(at.system);
  const original = await rowsOf(at.system);
  await expect(restoreDatabase(at.system, name, at.url)).rejects.toThrow("isn't empty");
  expect(await rowsOf(at.system)).toBe(original);
  const half = join(dir, "half");
  const content = Buffer.concat(await Array.fromAsync(writeBackup(at.url, () => {})));
  await writeFile(half, sealBackup(asPieces(content.subarray(0, content.length / 2)), undefined));
  const url = await blank();
  await expect(restoreDatabase(at.system, half, url)).rejects.toThrow("ends too early");
  await inside(url, async (ctx) => {
    const [row] = await ctx.db.execute(
      sql`select (select count(*) from accounts)::int + (select count(*) from purchases)::int as n`,
    );
    expect(row).toEqual({ n: 0 });
  });
  expect((await restoreDatabase(at.system, name, url)).findings).toEqual([]);
});

/** Lets a transaction wait for a command to start, however slow the machine is. */
const HOLDS_LONG = { connection: { idle_in_transaction_session_timeout: 0 } };

test("leaves nothing of a killed restore, and can repeat it", async () => {
  const { name } = await createBackup(at.system);
  const url = await blank();
  const held = connect(url, 1, HOLDS_LONG);
  // It reaches a locked table, and is killed there.
  await held.db.transaction(async (tx) => {
    await tx.execute(sql`lock table purchases in access exclusive mode`);
    const child = portal(["restore", "--from", name], { DATABASE_URL: url });
    await expect.poll(async () => (await waiting(url)).length).toBe(1);
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  await held.close();
  await expect.poll(async () => (await sessionsOf(url)).length).toBe(0);
  expect((await restoreDatabase(at.system, name, url)).findings).toEqual([]);
});

test("leaves no file of a backup that is killed or finds the disk full, and the next one succeeds", async () => {
  const before = readdirSync(dir);
  const locked = connect(at.url, 1, HOLDS_LONG);
  await locked.db.transaction(async (tx) => {
    await tx.execute(sql`lock table fair_queue in access exclusive mode`);
    const child = portal(["backup"], {});
    await expect.poll(async () => (await waiting(at.url)).length).toBe(1);
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  await locked.close();
  expect(readdirSync(dir).filter((name) => name.endsWith(".backup"))).toEqual(
    before.filter((name) => name.endsWith(".backup")),
  );
  const full = spawn("sh", ["-c", `ulimit -f 1; exec "$0" "$@"`, process.execPath, ...COMMAND, "backup"], {
    env: process.env,
  });
  expect((await once(full, "exit"))[0]).toBe(1);
  expect(readdirSync(dir).filter((name) => name.endsWith(".part"))).toEqual([]);
  const [last] = await listMaintenanceRuns(at.system);
  expect(last).toMatchObject({
    kind: "backup",
    ok: false,
    summary: expect.stringContaining("is full. This backup was discarded"),
  });
  const { name } = await createBackup(at.system);
  expect(
    readdirSync(dir)
      .filter((file) => file.endsWith(".backup"))
      .at(-1),
  ).toBe(name);
});

test("keeps the newest backups only, and a restore test checks the last one without leaving a database", async () => {
  const { name } = await createBackup(at.system);
  expect(readdirSync(dir).filter((file) => file.endsWith(".backup"))).toHaveLength(2);
  const rehearsed = await runRestoreTest(at.system, "latest");
  expect(rehearsed).toMatchObject({ name, findings: [] });
  const kinds = await listMaintenanceRuns(at.system);
  expect(kinds.map(({ kind, ok }) => [kind, ok])).toEqual([
    ["backup", true],
    ["rehearsal", true],
  ]);
  await expect(runRestoreTest(at.system, "./nowhere")).rejects.toThrow();
  const [, after] = await listMaintenanceRuns(at.system);
  expect(after).toMatchObject({ kind: "rehearsal", ok: false, wentWellAt: kinds[1]?.endedAt });
  const left = await at.system.db.execute(
    sql`select from pg_database where starts_with(datname, 'portal_rehearsal_')`,
  );
  expect(left).toHaveLength(0);
});

test("migrates the first version's database and backup in one step, and rejects a later version's", async () => {
  const source = await empty();
  await migrate(source, undefined, listKnownMigrations().slice(0, 2));
  await inside(source, async ({ db }) => {
    for (const statement of FIRST_BOOKS) await db.execute(statement);
  });
  const old = Buffer.concat(await Array.fromAsync(writeBackup(source, () => {})));
  const file = join(dir, "old");
  await writeFile(file, sealBackup(asPieces(old), undefined));
  const url = await empty();
  expect(await restoreDatabase(at.system, file, url)).toMatchObject({ findings: [] });
  const booked = (ctx: Ctx) =>
    ctx.db.execute(sql`
    select (select wallet from wallets), (select count(*)::int from entries) as entries, (select ending from purchases)`);
  expect([...(await inside(url, booked))]).toEqual([{ wallet: "700", entries: 6, ending: "delivered" }]);
  await migrate(source);
  await inside(source, async (ctx) => {
    expect((await checkPurchases(ctx)).findings).toEqual([]);
    expect([...(await booked(ctx))]).toEqual([{ wallet: "700", entries: 6, ending: "delivered" }]);
  });
  const head = await new BackupReader(asPieces(old)).json<{ migrations: number[] }>();
  const later = { ...head, portal: "9.0.0", migrations: [...head.migrations, 9_999_999_999_999] };
  const rest = old.subarray(old.indexOf("\n") + 1);
  await writeFile(file, sealBackup(asPieces(Buffer.from(`${JSON.stringify(later)}\n`), rest), undefined));
  await expect(restoreDatabase(at.system, file, await blank())).rejects.toThrow("newer version 9.0.0");
});

/** One purchase of the first version: its journals and audit records. */
const FIRST_BOOKS = [
  `insert into accounts (role, email, name, password_hash, password_generated) values ('reseller', 'first@example.com', 'First', '-', false)`,
  `insert into resellers (id, level) select id, 'affiliate' from accounts`,
  `insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume, validity,
      phone, price, cost, wallet_before, wallet_after, deadline_at)
    select 'DT1', id, 'r', 'web', 'affiliate', 1, 1, 'MTN', 'SME', '1', 'GB', '30 Days', '+2348031234567', 300, 280, 1000, 700, now() from accounts`,
  `update purchases set state = 'sending'`,
  `insert into attempts (purchase_id, worker, result, answered_at) select id, 'first', 'successful', now() from purchases`,
  `update purchases set state = 'successful', settled_at = now(), settled_by = 'answer'`,
  `with j as (
      insert into journals (reseller_id, kind, purchase_id, actor)
      select a.id, k.kind, case when k.kind <> 'credit' then p.id end, 'system:first'
      from accounts a, purchases p, (values (1, 'credit'), (2, 'hold'), (3, 'settle')) k (n, kind) order by k.n returning *
    ),
    noted as (
      insert into audit (actor, action, subject, subject_id, reseller_id, journal_id)
      select 'system:first', 'first', 'journal', id::text, reseller_id, id from j
    )
    insert into entries (journal_id, reseller_id, account, amount, balance)
    select j.id, j.reseller_id, e.account, e.amount, e.balance from j join (values
      ('credit', 'funding', -1000, -1000), ('credit', 'wallet', 1000, 1000), ('hold', 'wallet', -300, 700), ('hold', 'held', 300, 300),
      ('settle', 'held', -300, 0), ('settle', 'sales', 300, 300)) e (kind, account, amount, balance) on e.kind = j.kind
    order by j.id`,
  `update wallets set funding = -1000, wallet = 700, held = 0, sales = 300`,
];

async function* asPieces(...pieces: Buffer[]) {
  yield* pieces;
}

const COMMAND = ["--conditions=react-server", "bin/portal.ts"];

function portal(args: string[], env: Record<string, string>) {
  return spawn(process.execPath, [...COMMAND, ...args], { env: { ...process.env, ...env }, stdio: "ignore" });
}

/** Counts statements that wait for a lock in a database. */
const waiting = (url: string) =>
  at.system.db.execute(sql`select pid from pg_stat_activity where datname = ${new URL(url).pathname.slice(1)}
    and application_name in ('portal-backup', 'portal-restore') and wait_event_type = 'Lock'`);
const sessionsOf = (url: string) =>
  at.system.db.execute(
    sql`select pid from pg_stat_activity where datname = ${new URL(url).pathname.slice(1)}`,
  );
