import { randomBytes } from "node:crypto";
import { connect } from "#db/client";
import { openPool } from "#db/driver";
import { type Ctx, requireSystem } from "#lib/core/context";
import { changeDatabaseUrl } from "#lib/core/database-url";
import { env } from "#lib/core/env";
import { checkPurchases } from "#lib/purchase/check-purchases";
import { restoreBackup } from "./backup/restore-backup.ts";
import { openBackup } from "./create-backup.ts";
import { recordMaintenanceRun } from "./maintenance-runs.ts";

export interface RestoreResult {
  name: string;
  at: string;
  rows: number;
  findings: string[];
}

/** Restores a backup into the empty database at `url`, and checks its ledger. The operator's command. */
export async function restoreDatabase(
  ctx: Ctx,
  from: string,
  url = env().DATABASE_URL,
): Promise<RestoreResult> {
  requireSystem(ctx);
  const { name, content } = await openBackup(from);
  const { head, end } = await restoreBackup(url, content);
  const { db, close } = connect(url, 1);
  try {
    const { findings } = await checkPurchases({ ...ctx, db });
    return { name, at: head.at, rows: end.rows, findings };
  } finally {
    await close();
  }
}

const RESTORE_TEST_PREFIX = "portal_rehearsal_";

/**
 * Restores a backup into a temporary database, checks its ledger, drops it, and records the result in this portal. The
 * database's user needs the right to create databases; databases of earlier restore tests are dropped too.
 * @param server the URL of the server; by default that of this portal's database.
 */
export async function runRestoreTest(
  ctx: Ctx,
  from: string,
  server = env().DATABASE_URL,
): Promise<RestoreResult> {
  requireSystem(ctx);
  const beganAt = new Date();
  const name = `${RESTORE_TEST_PREFIX}${randomBytes(5).toString("hex")}`;
  const url = changeDatabaseUrl(server, { database: name });
  const note = (ok: boolean, summary: string, findings?: number) =>
    recordMaintenanceRun(ctx, {
      kind: "rehearsal",
      beganAt,
      ok,
      summary,
      ...(findings !== undefined && { findings }),
    });
  const sql = openPool(server, {
    max: 1,
    connection: { application_name: "portal-rehearse", statement_timeout: 0 },
  });
  try {
    const left =
      await sql.unsafe(`select d.datname from pg_database d where starts_with(d.datname, '${RESTORE_TEST_PREFIX}')
      and not exists (select from pg_stat_activity a where a.datname = d.datname)`);
    for (const { datname } of left) await sql.unsafe(`drop database if exists "${datname}"`);
    await sql.unsafe(`create database "${name}" template template0`);
    try {
      const restored = await restoreDatabase(ctx, from, url);
      const { findings, rows } = restored;
      const summary =
        findings.length === 0 ? `${restored.name}: ${rows} rows, all in order` : findings.join("; ");
      await note(findings.length === 0, summary.slice(0, 2_000), findings.length);
      return restored;
    } finally {
      await sql.unsafe(`drop database if exists "${name}" with (force)`);
    }
  } catch (error) {
    await note(false, String((error as Error).message).slice(0, 500)).catch(() => {});
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
