import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type postgres from "postgres";
import { open } from "#db/driver";
import { knownMigrations } from "#db/known-migrations";
import { migrate } from "#db/migrate";
import { isDatabaseDown, isFull } from "#lib/core/error";
import { Lines } from "./lines.ts";
import { type End, type Head, keptTables, type Sequence, type Table } from "./tables.ts";
import { UNHURRIED } from "./write-backup.ts";

/**
 * Fills an empty database with the content of a backup, of this version or of any before it, and brings it to the present
 * schema. The rows come in one transaction: whatever ends it on the way, the database has none of them, and can be restored
 * into again. What was signed in is signed out, and nothing is sent until an admin has compared with the upstream
 * (docs/decisions/restored-database.md).
 * @throws Error in words: the database is not empty, the backup is of a newer version, or damaged.
 */
export async function restoreBackup(
  url: string,
  content: AsyncIterable<Buffer>,
): Promise<{ head: Head; end: End }> {
  const lines = new Lines(content);
  const head = await lines.json<Head>();
  const sql = open(url, {
    ...UNHURRIED,
    connection: { ...UNHURRIED.connection, application_name: "portal-restore" },
  });
  try {
    await refuseFilled(sql);
    const known = knownMigrations();
    if (!Array.isArray(head.migrations) || head.migrations.some((one) => !known.includes(one)))
      throw new Error(
        `This backup is of version ${head.portal}, whose schema is newer: restore it with that version.`,
      );
    await migrate(url, undefined, head.migrations);
    const end = await sql
      .begin((tx) => fill(tx, lines, head))
      .catch((error: unknown) => {
        if (isFull(error)) throw new Error(NOTHING.full);
        throw isDatabaseDown(error) ? new Error(NOTHING.away) : error;
      });
    await migrate(url).catch((error: unknown) => {
      const why = isFull(error) ? "the database's disk is full" : (error as Error).message;
      throw new Error(
        `All rows are restored, but not yet brought to this version (${why}): run npm run migrate.`,
      );
    });
    return { head, end };
  } finally {
    await lines.close();
    await sql.end({ timeout: 1 });
  }
}

/** How the database that was restored says where its rows are from, until a portal has been started on it. */
const RESTORED = "the backup of";

const NOTHING = {
  full: "The database's disk is full: nothing was restored. Make room there, then run it again.",
  away: "The database went away: nothing was restored. Look at its log, then run it again.",
};

/** Nothing is ever restored over something. */
async function refuseFilled(sql: postgres.Sql): Promise<void> {
  const tables = await sql.unsafe("select tablename from pg_tables where schemaname = 'public' order by 1");
  if (tables.length === 0) return;
  const ours = tables.some(({ tablename }) => tablename === "accounts");
  const [row] = ours
    ? await sql.unsafe("select exists (select from accounts) as filled")
    : [{ filled: true }];
  if (!row?.filled) return;
  const [where] = ours ? await sql.unsafe("select home from dispatcher") : [];
  throw new Error(
    String(where?.home).startsWith(RESTORED)
      ? `This database has ${where?.home} already; should that be cut off before the end, npm run migrate goes on. To restore anew, create another.`
      : "This database is not empty, and a backup is restored into an empty one only: create another.",
  );
}

async function fill(tx: postgres.TransactionSql, lines: Lines, head: Head): Promise<End> {
  const tables = await keptTables(tx);
  const every = async (statement: (table: string) => string) => {
    for (const { table } of tables) await tx.unsafe(statement(`"${table}"`));
  };
  await tx`set local maintenance_work_mem = '256MB'`;
  // What they do for a change was done when the change was made.
  await every((table) => `alter table ${table} disable trigger user`);
  // Into new files: those of a restore that does not come to its end are removed with it, and leave the disk its room.
  await tx.unsafe(`truncate ${tables.map(({ table }) => `"${table}"`).join(", ")} cascade`);
  const indexes = await dropIndexes(tx);
  const filled: End = { tables: 0, rows: 0 };
  let fact = await lines.json<Table | Sequence | End>();
  for (; !("rows" in fact); fact = await lines.json<Table | Sequence | End>()) {
    if ("sequence" in fact)
      await tx`select setval(${`public.${fact.sequence}`}::regclass, ${fact.last}::bigint, ${fact.called})`;
    else {
      const known = tables.find(({ table }) => table === (fact as Table).table);
      if (!known || known.columns.join() !== fact.columns.join())
        throw new Error(`This backup does not fit the schema that it says it has: look at ${fact.table}.`);
      await copyIn(tx, known, lines.rows());
      filled.tables += 1;
    }
  }
  filled.rows = lines.counted;
  if (filled.tables !== fact.tables || filled.rows !== fact.rows || filled.tables !== tables.length)
    throw new Error(`This backup is not whole: ${filled.rows} of ${fact.rows} rows.`);
  for (const index of indexes) await tx.unsafe(index);
  await tx`update sessions set ended_at = now() where ended_at is null`;
  // Also where nothing was ever sent: it may have been, since the backup.
  await tx`update dispatcher set home = ${`${RESTORED} ${head.at}`}`;
  await every((table) => `alter table ${table} enable trigger user`);
  return filled;
}

/** Drops the indexes that no constraint needs, which are quicker made than kept. Returns how to make them. */
async function dropIndexes(tx: postgres.TransactionSql): Promise<string[]> {
  const indexes = await tx.unsafe(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    join pg_class c on c.oid = indrelid
    where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of indexes) await tx.unsafe(`drop index ${name}`);
  return indexes.map(({ definition }) => definition as string);
}

async function copyIn(tx: postgres.TransactionSql, { table, columns }: Table, rows: AsyncGenerator<Buffer>) {
  const first = await rows.next();
  if (first.done) return;
  const query = tx.unsafe(`copy "${table}" (${columns.join(", ")}) from stdin`);
  // The driver takes the copy for done when it began: what PostgreSQL finds wrong with it later is heard here.
  const heard = query as unknown as { reject(error: Error): void };
  const refused = new Promise<never>((_, reject) => {
    const before = heard.reject;
    heard.reject = (error) => {
      reject(error);
      before(error);
    };
  });
  refused.catch(() => {});
  const target = await Promise.race([query.writable(), refused]);
  await Promise.race([
    pipeline(Readable.from(after(first.value, rows), { objectMode: false }), target),
    refused,
  ]);
}

async function* after(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
