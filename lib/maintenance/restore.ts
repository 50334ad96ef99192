import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type postgres from "postgres";
import { connect } from "#db/client";
import { openPool } from "#db/driver/open-pool";
import { createDatabase } from "#db/ensure-database";
import { type Ctx, requireSystem } from "#lib/core/context";
import { changeDatabaseUrl } from "#lib/core/database-url";
import { env } from "#lib/core/env";
import { startCountdown } from "#lib/core/time/time";
import { checkPurchases } from "#lib/sales/check-purchases";
import { putAside } from "./backup/put-aside.ts";
import { restoreBackup } from "./backup/restore-backup.ts";
import { openBackup } from "./create-backup.ts";
import { recordMaintenanceRun } from "./maintenance-runs.ts";

export interface RestoreResult {
  name: string;
  at: string;
  rows: number;
  findings: string[];
  /** The reason why the database of a restore test is left; the next restore test drops it. */
  left?: string;
  /** The name under which the database before it is kept. */
  aside?: string;
}

/**
 * Restores a backup into the empty database at `url`, and checks its ledger. The operator's command.
 * @param options.aside whether a database that isn't empty is first put aside, as `putAside` does.
 */
export async function restoreDatabase(
  ctx: Ctx,
  from: string,
  url = env().DATABASE_URL,
  options: { aside?: boolean } = {},
): Promise<RestoreResult> {
  requireSystem(ctx);
  const { name, content } = await openBackup(from);
  let aside: string | undefined;
  const { head, end } = await restoreBackup(url, content, undefined, async () => {
    if (options.aside) aside = await putAside(url);
  });
  const { db, close } = connect(url, 1);
  try {
    const { findings } = await checkPurchases({ ...ctx, db });
    return { name, at: head.at, rows: end.rows, findings, ...(aside && { aside }) };
  } finally {
    await close();
  }
}

const RESTORE_TEST_PREFIX = "portal_restore_test_";
const MAX_DROP_WAIT_MS = 120_000;
const DROP_PAUSE_MS = 1_000;
/** PostgreSQL's code of `drop database` while another session is in it. */
const OBJECT_IN_USE = "55006";

/**
 * Restores a backup into a temporary database, checks its ledger, drops it, and records the result in this
 * portal. The database's user needs the right to create databases; databases of earlier restore tests are
 * dropped too. One that can't be dropped is named in the result, which doesn't fail because of it.
 * @param server the URL of the server; by default that of this portal's database.
 * @param maxDropWaitMs the maximum time to wait for other sessions in the database to end.
 */
export async function runRestoreTest(
  ctx: Ctx,
  from: string,
  server = env().DATABASE_URL,
  maxDropWaitMs = MAX_DROP_WAIT_MS,
): Promise<RestoreResult> {
  requireSystem(ctx);
  const beganAt = new Date();
  const name = `${RESTORE_TEST_PREFIX}${randomBytes(5).toString("hex")}`;
  const url = changeDatabaseUrl(server, { database: name });
  const note = (ok: boolean, summary: string, findings?: number) =>
    recordMaintenanceRun(ctx, {
      kind: "restore_test",
      beganAt,
      ok,
      summary,
      ...(findings !== undefined && { findings }),
    });
  const sql = openPool(server, {
    max: 1,
    connection: { application_name: "portal-restore-test", statement_timeout: 0 },
  });
  try {
    await dropEarlierCopies(sql);
    await createDatabase(sql, name);
    const restored = await restoreDatabase(ctx, from, url).catch(async (error: unknown) => {
      await dropCopy(sql, name, maxDropWaitMs);
      throw error;
    });
    const left = await dropCopy(sql, name, maxDropWaitMs);
    const { findings, rows } = restored;
    const result =
      findings.length === 0 ? `${restored.name}: ${rows} rows, all in order` : findings.join("; ");
    const summary = [result.slice(0, 1_500), left?.slice(0, 500)].filter(Boolean).join("; ");
    await note(findings.length === 0, summary, findings.length);
    return left === undefined ? restored : { ...restored, left };
  } catch (error) {
    await note(false, String((error as Error).message).slice(0, 500)).catch(() => {});
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Drops the databases of earlier restore tests, but not of one that is running. */
async function dropEarlierCopies(sql: postgres.Sql): Promise<void> {
  const copies = await sql.unsafe(`
    select d.datname
    from pg_database d
    where starts_with(d.datname, '${RESTORE_TEST_PREFIX}')
      and pg_has_role(d.datdba, 'usage')
      and not exists (select from pg_stat_activity a where a.datname = d.datname)`);
  for (const { datname } of copies) await dropCopy(sql, datname, 0);
}

/**
 * Drops a database once all sessions in it have ended. It forces none: an ordinary role may not end those of
 * others, such as autovacuum, which PostgreSQL ends itself.
 * @returns why it is left, if it is.
 */
async function dropCopy(sql: postgres.Sql, name: string, maxWaitMs: number): Promise<string | undefined> {
  const remaining = startCountdown(maxWaitMs);
  for (;;) {
    try {
      await sql.unsafe(`drop database if exists "${name}"`);
      return undefined;
    } catch (error) {
      const isInUse = (error as { code?: string }).code === OBJECT_IN_USE;
      if (!isInUse || remaining() === 0) return `${name} couldn't be dropped: ${(error as Error).message}`;
      await pause(DROP_PAUSE_MS);
    }
  }
}
