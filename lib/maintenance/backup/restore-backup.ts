import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type postgres from "postgres";
import { openPool } from "#db/driver/open-pool";
import { listMigrations, migrate } from "#db/migrate";
import { isDatabaseDown, isDiskFull } from "#lib/core/database-error";
import { BackupReader } from "./backup-reader.ts";
import {
  type BackupHeader,
  type BackupSequence,
  type BackupTable,
  type BackupTotals,
  listBackupTables,
} from "./backup-tables.ts";
import { BACKUP_CONNECTION } from "./write-backup.ts";

/**
 * Fills an empty database with the content of a backup of this or an earlier version, and migrates it. One
 * transaction inserts the rows, so that an interrupted restore leaves none and can be repeated. Ends all
 * sessions, and stops sending until an admin has compared with the upstream
 * (docs/decisions/restored-database.md).
 * @param folder the migrations of this version.
 * @param makeRoom called once the backup is known to be one of this version or an earlier one.
 * @throws Error for the operator: the database isn't empty, the backup is of a newer version, or damaged.
 */
export async function restoreBackup(
  url: string,
  content: AsyncIterable<Buffer>,
  folder?: string,
  makeRoom: () => Promise<void> = async () => {},
): Promise<{ head: BackupHeader; end: BackupTotals }> {
  const lines = new BackupReader(content);
  const head = await lines.json<BackupHeader>();
  const migrations = listMigrations(folder);
  if (
    !Array.isArray(head.migrations) ||
    head.migrations.some((migration) => !migrations.includes(migration))
  ) {
    await lines.close();
    throw new Error(`This backup is of the newer version ${head.portal}. Restore it with that version.`);
  }
  await makeRoom();
  const sql = openPool(url, {
    ...BACKUP_CONNECTION,
    connection: { ...BACKUP_CONNECTION.connection, application_name: "portal-restore" },
  });
  try {
    await rejectNonEmptyDatabase(sql);
    await migrate(url, folder, head.migrations);
    const end = await sql
      .begin((tx) => fillTables(tx, lines, head))
      .catch((error: unknown) => {
        if (isDiskFull(error)) throw new Error(NOTHING.full);
        throw isDatabaseDown(error) ? new Error(NOTHING.away) : error;
      });
    await migrate(url, folder).catch((error: unknown) => {
      const reason = isDiskFull(error) ? "the database's disk is full" : (error as Error).message;
      throw new Error(
        `All rows are restored, but the upgrade to this version failed (${reason}). Run kiosk migrate.`,
      );
    });
    return { head, end };
  } finally {
    await lines.close();
    await sql.end({ timeout: 1 });
  }
}

/** Marks a restored database with the origin of its rows, until a portal starts on it. */
const RESTORED_PREFIX = "the backup of";

const NOTHING = {
  full: "The database's disk is full, and nothing was restored. Free space there, then run the command again.",
  away: "The connection to the database was lost, and nothing was restored. Check the database's log, then run the command again.",
};

/** A restore never overwrites data. */
async function rejectNonEmptyDatabase(sql: postgres.Sql): Promise<void> {
  const content = await readContent(sql);
  if (content === undefined) return;
  throw new Error(
    content.startsWith(RESTORED_PREFIX)
      ? `This database already has ${content}. If the restore was interrupted, kiosk migrate continues it. To restore again, add --aside.`
      : "This database isn't empty, and a restore needs an empty one. Add --aside, which keeps it under another name.",
  );
}

/** Returns what a database has; undefined where it lacks rows of a portal and tables of others. */
export async function readContent(sql: postgres.Sql): Promise<string | undefined> {
  const tables = await sql.unsafe("select tablename from pg_tables where schemaname = 'public' order by 1");
  if (tables.length === 0) return undefined;
  if (!tables.some(({ tablename }) => tablename === "accounts")) return "tables of another program";
  const [row] = await sql.unsafe(
    "select exists (select from accounts) as filled, (select home from dispatcher) as home",
  );
  return row?.filled ? String(row.home) : undefined;
}

async function fillTables(
  tx: postgres.TransactionSql,
  lines: BackupReader,
  head: BackupHeader,
): Promise<BackupTotals> {
  const tables = await listBackupTables(tx);
  const every = async (statement: (table: string) => string) => {
    for (const { table } of tables) await tx.unsafe(statement(`"${table}"`));
  };
  await tx`set local maintenance_work_mem = '256MB'`;
  // Their effects are in the backup already.
  await every((table) => `alter table ${table} disable trigger user`);
  // Truncating creates new files: PostgreSQL removes those of an interrupted restore, which frees the disk.
  await tx.unsafe(`truncate ${tables.map(({ table }) => `"${table}"`).join(", ")} cascade`);
  const indexes = await dropIndexes(tx);
  const filled: BackupTotals = { tables: 0, rows: 0 };
  let fact = await lines.json<BackupTable | BackupSequence | BackupTotals>();
  for (; !("rows" in fact); fact = await lines.json<BackupTable | BackupSequence | BackupTotals>()) {
    if ("sequence" in fact)
      await tx`select setval(${`public.${fact.sequence}`}::regclass, ${fact.last}::bigint, ${fact.called})`;
    else {
      const target = tables.find(({ table }) => table === (fact as BackupTable).table);
      if (!target || target.columns.join() !== fact.columns.join())
        throw new Error(`This backup doesn't match its schema: check ${fact.table}.`);
      await copyRows(tx, target, lines.rows());
      filled.tables += 1;
    }
  }
  filled.rows = lines.counted;
  if (filled.tables !== fact.tables || filled.rows !== fact.rows || filled.tables !== tables.length)
    throw new Error(`This backup is incomplete: ${filled.rows} of ${fact.rows} rows.`);
  for (const index of indexes) await tx.unsafe(index);
  await tx`update sessions set ended_at = now() where ended_at is null`;
  // Also without any sent purchase: some may have been sent since the backup.
  await tx`update dispatcher set home = ${`${RESTORED_PREFIX} ${head.at}`}`;
  await every((table) => `alter table ${table} enable trigger user`);
  return filled;
}

/** Drops the indexes that no constraint needs: creating them later is faster. @returns their statements. */
async function dropIndexes(tx: postgres.TransactionSql): Promise<string[]> {
  const indexes = await tx.unsafe(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    join pg_class c on c.oid = indrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of indexes) await tx.unsafe(`drop index ${name}`);
  return indexes.map(({ definition }) => definition as string);
}

async function copyRows(
  tx: postgres.TransactionSql,
  { table, columns }: BackupTable,
  rows: AsyncGenerator<Buffer>,
) {
  const first = await rows.next();
  if (first.done) return;
  const query = tx.unsafe(`copy "${table}" (${columns.join(", ")}) from stdin`);
  // The driver resolves the copy when it starts: later errors of PostgreSQL arrive here.
  const heard = query as unknown as { reject(error: Error): void };
  const rejected = new Promise<never>((_, reject) => {
    const before = heard.reject;
    heard.reject = (error) => {
      reject(error);
      before(error);
    };
  });
  rejected.catch(() => {});
  const target = await Promise.race([query.writable(), rejected]);
  await Promise.race([
    pipeline(Readable.from(prependBuffer(first.value, rows), { objectMode: false }), target),
    rejected,
  ]);
}

async function* prependBuffer(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
