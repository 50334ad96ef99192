import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { dropDatabase, testDatabaseUrl } from "#db/testing/template";
import { createBackup } from "./create-backup.ts";
import { listMaintenanceRuns } from "./maintenance-runs.ts";
import { runRestoreTest } from "./restore.ts";
import { openBackupScene } from "./testing/backup-scene.ts";

const at = await openBackupScene();
afterAll(() => at.close());

test("names a copy in use at the end of a successful restore test, and drops it in the next, as an ordinary role", async () => {
  await createBackup(at.system);
  const { role, server, drop } = await createOrdinaryRole();
  const watcher = postgres(testDatabaseUrl("postgres"), { max: 1, onnotice: () => {} });
  try {
    const first = runRestoreTest(at.system, "latest", server, 1);
    const inFirst = await joinCopy(watcher, role, first);
    const { left, findings } = await first.finally(() => inFirst.end());
    expect(findings).toEqual([]);
    expect(left).toMatch(/^portal_restore_test_\w+ couldn't be dropped: .*other users/);
    expect((await listMaintenanceRuns(at.system))[1]).toMatchObject({
      ok: true,
      summary: expect.stringContaining("couldn't be dropped"),
    });
    const next = runRestoreTest(at.system, "latest", server);
    const inNext = await joinCopy(watcher, role, next, left?.split(" ")[0]);
    const dropping = expect
      .poll(
        () =>
          watcher`select from pg_stat_activity where usename = ${role} and query like ${"drop database%"}`,
      )
      .not.toHaveLength(0);
    await Promise.race([next, dropping]).finally(() => inNext.end());
    expect(await next).not.toHaveProperty("left");
    expect(await listCopies(watcher)).toEqual([]);
  } finally {
    await watcher.end();
    await drop();
  }
});

/** Creates a role as the documents ask for a restore test: it may sign in and create databases. */
async function createOrdinaryRole() {
  const role = `portal_role_${randomUUID().slice(0, 8)}`;
  const run = async (statement: string) => {
    const sql = postgres(testDatabaseUrl("postgres"), { max: 1, onnotice: () => {} });
    await sql.unsafe(statement).finally(() => sql.end());
  };
  await run(`create role ${role} login createdb password 'ordinary'`);
  const drop = async () => {
    const watcher = postgres(testDatabaseUrl("postgres"), { max: 1 });
    const copies = await listCopies(watcher, role).finally(() => watcher.end());
    for (const copy of copies) await dropDatabase(copy);
    await run(`drop role ${role}`);
  };
  const server = new URL(testDatabaseUrl("postgres"));
  [server.username, server.password] = [role, "ordinary"];
  return { role, server: server.href, drop };
}

/** Opens a superuser's session in the copy of the running restore test, which isn't `earlier`. */
async function joinCopy(watcher: postgres.Sql, role: string, test: Promise<unknown>, earlier = "") {
  const list = async () => (await listCopies(watcher, role)).filter((name) => name !== earlier);
  await Promise.race([test, expect.poll(list).toHaveLength(1)]);
  const session = postgres(testDatabaseUrl(String((await list())[0])), { max: 1 });
  await session`select 1`;
  return session;
}

async function listCopies(watcher: postgres.Sql, role = ""): Promise<string[]> {
  const copies = await watcher<{ datname: string }[]>`
    select datname from pg_database
    where starts_with(datname, 'portal_restore_test_') and (${role} = '' or pg_get_userbyid(datdba) = ${role})`;
  return copies.map(({ datname }) => datname);
}
