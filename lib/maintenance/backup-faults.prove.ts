import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { connect } from "#db/client";
import { listKnownMigrations } from "#db/known-migrations";
import { migrate } from "#db/migrate";
import type { Ctx } from "#lib/core/context";
import { checkPurchases } from "#lib/purchase/check-purchases";
import { BackupReader } from "./backup/backup-reader.ts";
import { sealBackup } from "./backup/envelope.ts";
import { writeBackup } from "./backup/write-backup.ts";
import { createBackup } from "./create-backup.ts";
import { listMaintenanceRuns } from "./maintenance-runs.ts";
import { restoreDatabase } from "./restore.ts";
import { asPieces, openBackupScene, runInside } from "./testing/backup-scene.ts";

const at = await openBackupScene();
afterAll(() => at.close());

/** Lets a transaction wait for a command to start, however slow the machine is. */
const HOLDS_LONG = { connection: { idle_in_transaction_session_timeout: 0 } };

test("leaves nothing of a killed restore, and can repeat it", async () => {
  const { name } = await createBackup(at.system);
  const url = await at.createBlank();
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
  const before = readdirSync(at.dir);
  const locked = connect(at.url, 1, HOLDS_LONG);
  await locked.db.transaction(async (tx) => {
    await tx.execute(sql`lock table fair_queue in access exclusive mode`);
    const child = portal(["backup"], {});
    await expect.poll(async () => (await waiting(at.url)).length).toBe(1);
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  await locked.close();
  expect(readdirSync(at.dir).filter((name) => name.endsWith(".backup"))).toEqual(
    before.filter((name) => name.endsWith(".backup")),
  );
  const full = spawn("sh", ["-c", `ulimit -f 1; exec "$0" "$@"`, process.execPath, ...COMMAND, "backup"], {
    env: process.env,
  });
  expect((await once(full, "exit"))[0]).toBe(1);
  expect(readdirSync(at.dir).filter((name) => name.endsWith(".part"))).toEqual([]);
  const [last] = await listMaintenanceRuns(at.system);
  expect(last).toMatchObject({
    kind: "backup",
    ok: false,
    summary: expect.stringContaining("is full. This backup was discarded"),
  });
  const { name } = await createBackup(at.system);
  expect(
    readdirSync(at.dir)
      .filter((file) => file.endsWith(".backup"))
      .at(-1),
  ).toBe(name);
});

test("migrates the first version's database and backup in one step, and rejects a later version's", async () => {
  const source = await at.createEmpty();
  await migrate(source, undefined, listKnownMigrations().slice(0, 2));
  await runInside(source, async ({ db }) => {
    for (const statement of FIRST_BOOKS) await db.execute(statement);
  });
  const old = Buffer.concat(await Array.fromAsync(writeBackup(source, () => {})));
  const file = join(at.dir, "old");
  await writeFile(file, sealBackup(asPieces(old), undefined));
  const url = await at.createEmpty();
  expect(await restoreDatabase(at.system, file, url)).toMatchObject({ findings: [] });
  const booked = (ctx: Ctx) =>
    ctx.db.execute(sql`
    select (select wallet from wallets), (select count(*)::int from entries) as entries, (select ending from purchases)`);
  expect([...(await runInside(url, booked))]).toEqual([{ wallet: "700", entries: 6, ending: "delivered" }]);
  await migrate(source);
  await runInside(source, async (ctx) => {
    expect((await checkPurchases(ctx)).findings).toEqual([]);
    expect([...(await booked(ctx))]).toEqual([{ wallet: "700", entries: 6, ending: "delivered" }]);
  });
  const head = await new BackupReader(asPieces(old)).json<{ migrations: number[] }>();
  const later = { ...head, portal: "9.0.0", migrations: [...head.migrations, 9_999_999_999_999] };
  const rest = old.subarray(old.indexOf("\n") + 1);
  await writeFile(file, sealBackup(asPieces(Buffer.from(`${JSON.stringify(later)}\n`), rest), undefined));
  await expect(restoreDatabase(at.system, file, await at.createBlank())).rejects.toThrow(
    "newer version 9.0.0",
  );
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
