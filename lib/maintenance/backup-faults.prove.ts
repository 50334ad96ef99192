import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { connect } from "#db/client";
import { createBackup } from "./create-backup.ts";
import { listMaintenanceRuns } from "./maintenance-runs.ts";
import { restoreDatabase } from "./restore.ts";
import { openBackupScene } from "./testing/backup-scene.ts";

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
