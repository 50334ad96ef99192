import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createBackup } from "./create-backup.ts";
import { listMaintenanceRuns } from "./maintenance-runs.ts";
import { readMaintenanceStates } from "./maintenance-state.ts";
import { restoreDatabase } from "./restore.ts";
import { openBackupScene } from "./testing/backup-scene.ts";
import { startS3Server } from "./testing/s3-server.ts";

const store = await startS3Server();
const at = await openBackupScene({ ...store.variables, BACKUP_TO: "s3://kiosk/night" });
afterAll(async () => {
  await at.close();
  store.close();
});
beforeEach(() => {
  store.stored.clear();
  store.respond = () => undefined;
});

/** Makes backups, each with a time of its own. */
async function makeOlder(count: number) {
  for (let day = 1; day <= count; day++)
    store.stored.set(`night/kiosk-2026-01-0${day}T02-30-00Z.backup`, Buffer.alloc(1));
}

test("a backup is good though the store's key may not delete, and says how many old ones are left", async () => {
  await makeOlder(4);
  store.respond = ({ method, url }) =>
    method === "DELETE" && !url?.includes("uploadId") ? { status: 403, code: "AccessDenied" } : undefined;
  const made = await createBackup(at.system);
  expect(made).toMatchObject({
    removed: [],
    left: expect.stringMatching(/^3 old ones couldn't be removed: .*AccessDenied/),
  });
  const [backup] = await listMaintenanceRuns(at.system);
  expect(backup).toMatchObject({
    kind: "backup",
    ok: true,
    summary: expect.stringContaining("3 old ones couldn't be"),
  });
  const states = await readMaintenanceStates(at.system);
  expect(states.find(({ kind }) => kind === "backup")).toMatchObject({
    failure: undefined,
    isOverdue: false,
  });
  expect((await restoreDatabase(at.system, made.name, await at.createBlank())).findings).toEqual([]);
});

test("a backup is good though the store's key may only write", async () => {
  store.respond = ({ method }) => (method === "GET" ? { status: 403, code: "AccessDenied" } : undefined);
  expect(await createBackup(at.system)).toMatchObject({
    removed: [],
    left: expect.stringMatching(/listed.*AccessDenied/),
  });
});

test("no transaction is open while a slow store takes a backup", async () => {
  // More than a part of the upload and what the streams hold.
  await at.system.db.execute(sql`
    insert into maintenance_runs (kind, began_at, ok, summary)
    select 'check', now(), true, (select string_agg(gen_random_uuid()::text, '') from generate_series(1, 13) where n > 0)
    from generate_series(1, 110000) n`);
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<undefined>();
  store.respond = ({ method }) => {
    if (method !== "PUT") return undefined;
    arrived.resolve();
    return released.promise;
  };
  const backup = createBackup(at.system);
  await Promise.race([arrived.promise, backup]);
  const open = await at.system.db.execute(sql`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'portal-backup' and backend_xmin is not null`);
  released.resolve(undefined);
  expect(open).toHaveLength(0);
  await backup;
  expect(store.stored.size).toBe(1);
});
