import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type postgres from "postgres";
import { isSerializationFailure } from "#lib/core/database-error";
import manifest from "../package.json" with { type: "json" };
import { openPool, withConnection } from "./driver/open-pool.ts";
import { type DatabaseFunction, listDatabaseFunctions } from "./functions.ts";

/** A migration holds this lock alone; a copy of the database shares it, which keeps migrations away. */
export const MIGRATION_LOCK = 7_201_411;
const MIGRATIONS_DIR = fileURLToPath(new URL("./migrations", import.meta.url));

/**
 * Brings a database to the present schema while the previous version continues to work: a change that finds a
 * table in use gives way after two seconds, with the statements queued behind it, and tries again. Each
 * migration is recorded when it is done; after a kill, the next call continues. The functions of
 * `db/functions` follow, where their text has changed. Several processes may call it at once: they take
 * turns. See docs/decisions/migrations.md.
 * @param folder the migrations, as `npm run migration` writes them.
 * @param only migrations that were made at these times and no others, for a backup of an earlier version.
 */
export async function migrate(url: string, folder = MIGRATIONS_DIR, only?: readonly number[]): Promise<void> {
  const lost = new AbortController();
  // One connection for the whole run, however long it takes: it holds the lock.
  const sql = openPool(url, {
    max: 1,
    max_lifetime: null,
    connection: { application_name: "migrate", statement_timeout: 0, lock_timeout: 2_000 },
    onclose: () => lost.abort(new Error("The connection to the database was lost. Run the migration again.")),
  });
  const connection: MigrationConnection = { sql, lost: lost.signal };
  try {
    await assertNotOlder(sql);
    await acquireMigrationLock(connection);
    const done = new Set(await retryOnLock(connection, () => listApplied(sql)));
    const newer = await findNewerVersion(sql);
    if (newer) throw createTooNewError(newer);
    const all = readMigrationFiles({ migrationsFolder: folder });
    if (done.size > 0 && all[0] && !done.has(all[0].folderMillis))
      throw new Error(
        "This database is from before the first version, so it can't be upgraded. Use an empty database (the demo's is .data).",
      );
    for (const migration of all) {
      const wanted = !only || only.includes(migration.folderMillis);
      if (wanted && !done.has(migration.folderMillis)) await applyMigration(connection, migration);
    }
    if (only) return;
    await applyFunctions(connection);
    await sql`insert into drizzle.versions (version) values (${manifest.version}) on conflict do nothing`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** @throws Error in words when PostgreSQL itself is too old. */
async function assertNotOlder(sql: postgres.Sql): Promise<void> {
  const [row] = await sql.unsafe(
    "select current_setting('server_version_num')::int < 160000 as old, version() as is",
  );
  if (row?.old)
    throw new Error(`The portal needs PostgreSQL 16 or newer; this is ${row.is}. Nothing was changed.`);
}

/**
 * Finds the version that brought the database to its schema, where this program no longer works with that: it
 * works with the schema of the next minor version, so that two can run side by side, and of no later one.
 */
async function findNewerVersion(sql: postgres.Sql): Promise<string | undefined> {
  const [versions] = await sql.unsafe("select to_regclass('drizzle.versions') is not null as exists");
  if (!versions?.exists) return undefined;
  const rows = await sql.unsafe("select version from drizzle.versions");
  const { major, minor } = parseVersion(manifest.version);
  return rows
    .map(({ version }) => String(version))
    .find((version) => {
      const parsed = parseVersion(version);
      return parsed.major > major || (parsed.major === major && parsed.minor > minor + 1);
    });
}

function parseVersion(version: string) {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return { major, minor, order: major * 1e6 + minor * 1e3 + patch };
}

function createTooNewError(newer: string): Error {
  return new Error(
    `This database has the schema of version ${newer}, which this program (version ${manifest.version}) can't use. ` +
      "Start that version or a newer one. Nothing was changed.",
  );
}

/**
 * @throws Error in words when a later version has changed the database so that this program
 * no longer works with it.
 */
export async function assertNotNewer(url: string): Promise<void> {
  const newer = await withConnection(url, findNewerVersion);
  if (newer) throw createTooNewError(newer);
}

interface MigrationConnection {
  sql: postgres.Sql;
  /** Aborts when the connection is gone: the driver would continue on one without the lock. */
  lost: AbortSignal;
}

/** Whether a database has every migration that this program needs; one that is further ahead will do. */
export const isMigrated = (url: string, folder = MIGRATIONS_DIR): Promise<boolean> =>
  withConnection(url, (sql) => isMigratedOn(sql, folder));

/** Does the same on an open pool. */
export async function isMigratedOn(sql: postgres.Sql, folder = MIGRATIONS_DIR): Promise<boolean> {
  const [table] = await sql.unsafe("select to_regclass('drizzle.functions') is not null as exists");
  if (!table?.exists) return false;
  const rows = await sql.unsafe("select created_at from drizzle.__drizzle_migrations");
  const done = new Set(rows.map((row) => Number(row.created_at)));
  if (!listMigrations(folder).every((migration) => done.has(migration))) return false;
  return (await listChangedFunctions(sql)).length === 0;
}

/** Lists the functions whose text in the database is another; none after a later version wrote its own. */
async function listChangedFunctions(sql: postgres.Sql) {
  const versions = await sql.unsafe("select version from drizzle.versions");
  const { order } = parseVersion(manifest.version);
  if (versions.some(({ version }) => parseVersion(String(version)).order > order)) return [];
  const rows = await sql.unsafe("select name, hash from drizzle.functions");
  const hashes = new Map(rows.map(({ name, hash }) => [name, hash]));
  return listDatabaseFunctions().filter(({ name, hash }) => hashes.get(name) !== hash);
}

const neededMigrations = new Map<string, readonly number[]>();

/** The times at which the migrations were made; a folder is read once. */
export function listMigrations(folder = MIGRATIONS_DIR): readonly number[] {
  const needed =
    neededMigrations.get(folder) ??
    readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis);
  neededMigrations.set(folder, needed);
  return needed;
}

/**
 * Polls instead of waiting: a session that waits for a lock is in a transaction, and an index
 * build waits for all of those.
 */
async function acquireMigrationLock({ sql, lost }: MigrationConnection): Promise<void> {
  for (;;) {
    const [lock] = await sql`select pg_try_advisory_lock(${MIGRATION_LOCK}) as acquired`;
    if (lock?.acquired) return;
    await pause(200, undefined, { signal: lost });
  }
}

/** The times at which the applied migrations were made, which identify them. */
async function listApplied(sql: postgres.Sql): Promise<number[]> {
  await sql`create schema if not exists drizzle`;
  await sql`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`;
  await sql`create table if not exists drizzle.versions
    (version text primary key, at timestamptz not null default now())`;
  await sql`create table if not exists drizzle.functions (name text primary key, hash text not null)`;
  const rows = await sql`select created_at from drizzle.__drizzle_migrations`;
  return rows.map((row) => Number(row.created_at));
}

/**
 * Applies changed functions, then their triggers, each as one transaction: one that waits for a table keeps no
 * other. All of the wallets' check come together, with the tables locked by their triggers, so that no
 * transaction is counted by one version and judged by another.
 */
async function applyFunctions(connection: MigrationConnection): Promise<void> {
  const changed = await listChangedFunctions(connection.sql);
  const single = changed.filter(({ isOfWalletCheck }) => !isOfWalletCheck);
  const together =
    single.length < changed.length
      ? listDatabaseFunctions().filter(({ isOfWalletCheck }) => isOfWalletCheck)
      : [];
  for (const { body } of single) await applyText(connection, [body], []);
  if (together.length > 0) {
    const texts = [...together.map(({ body }) => body), ...together.map(({ triggers }) => triggers)];
    await applyText(connection, texts, together);
  }
  for (const each of single) await applyText(connection, [each.triggers], [each]);
}

/** Applies parts of functions in one transaction, with the record of those that are done. */
function applyText(
  connection: MigrationConnection,
  texts: readonly string[],
  done: readonly DatabaseFunction[],
): Promise<unknown> {
  return retryOnLock(connection, () =>
    connection.sql.begin(async (tx) => {
      // A function may use one that follows. It gives up before a purchase that waits for it finds a deadlock.
      await tx`select set_config('lock_timeout', '500ms', true), set_config('check_function_bodies', 'off', true)`;
      for (const text of texts) await tx.unsafe(text);
      for (const { name, hash } of done)
        await tx`insert into drizzle.functions (name, hash) values (${name}, ${hash})
          on conflict (name) do update set hash = excluded.hash`;
    }),
  );
}

/** Applies a migration as one transaction with its record, unless it is marked as step by step. */
async function applyMigration(connection: MigrationConnection, migration: MigrationMeta): Promise<void> {
  const whole = isStepByStep(migration) ? [] : migration.sql;
  if (isStepByStep(migration)) for (const step of migration.sql) await applyStep(connection, step);
  await retryOnLock(connection, () =>
    connection.sql.begin(async (tx) => {
      await tx`set local lock_timeout = '2s'`;
      for (const statement of whole) await tx.unsafe(statement);
      await tx`insert into drizzle.__drizzle_migrations (hash, created_at)
        values (${migration.hash}, ${migration.folderMillis})`;
    }),
  );
}

/** Whether the first line of a migration is "-- step by step". */
export function isStepByStep({ sql: [first = ""] }: Pick<MigrationMeta, "sql">): boolean {
  return first.startsWith("-- step by step\n");
}

/** Steps that block no one while they wait, however long. */
const NON_BLOCKING_STEP = /\b(index concurrently|validate constraint)\b/i;
const CREATE_INDEX = /^create (?:unique )?index concurrently (?:if not exists )?"?(\w+)"?/im;
/** Such a step is repeated until it changes nothing more: few rows at a time, different ones each time. */
const BATCHED_STEP = /^-- in batches$/m;

/** Applies one step, which may have been applied before, or be half done. */
async function applyStep(connection: MigrationConnection, step: string): Promise<void> {
  const { sql } = connection;
  const index = CREATE_INDEX.exec(step)?.[1];
  for (let changed = 1; changed > 0; ) {
    changed = await retryOnLock(connection, async () => {
      await sql`select set_config('lock_timeout', ${NON_BLOCKING_STEP.test(step) ? "0" : "2s"}, false)`;
      if (index && (await isIndexBuilt(sql, index))) return 0;
      const { count } = await sql.unsafe(step);
      return BATCHED_STEP.test(step) ? count : 0;
    });
  }
}

/** Whether an index exists and is valid. The remains of an interrupted build are dropped. */
async function isIndexBuilt(sql: postgres.Sql, index: string): Promise<boolean> {
  const [row] = await sql`select indisvalid as valid from pg_index where indexrelid = to_regclass(${index})`;
  if (row && !row.valid) await sql.unsafe(`drop index concurrently "${index}"`);
  return row?.valid ?? false;
}

async function retryOnLock<T>({ lost }: MigrationConnection, work: () => Promise<T>): Promise<T> {
  for (let attempts = 30; ; attempts--) {
    lost.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (attempts === 0 || !isSerializationFailure(error)) throw error;
      await pause(1_000, undefined, { signal: lost });
    }
  }
}
