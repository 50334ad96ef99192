import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type postgres from "postgres";
import { gaveWay } from "#lib/core/error";
import manifest from "../package.json" with { type: "json" };
import { open } from "./driver.ts";

/** Who migrates holds it alone; who copies the database keeps migrations away by sharing it. */
export const MIGRATION_LOCK = 7_201_411;
const FOLDER = fileURLToPath(new URL("./migrations", import.meta.url));

/**
 * Brings a database to the present schema while the version before it goes on working: a change that finds a table
 * in use gives way after two seconds, with whatever queued behind it, and tries again. Each migration is recorded when
 * it is done; whoever is killed on the way is followed by the next call, which goes on. Several processes may call it
 * at once: they take turns. See docs/decisions/migrations.md.
 * @param folder where the migrations are, as `npm run migration` writes them.
 * @param only those that were made at these times and no others, for a backup of an earlier version.
 */
export async function migrate(url: string, folder = FOLDER, only?: readonly number[]): Promise<void> {
  const lost = new AbortController();
  // One connection from the first to the last, as long as it takes: the turn is its own.
  const sql = open(url, {
    max: 1,
    max_lifetime: null,
    connection: { application_name: "migrate", statement_timeout: 0, lock_timeout: 2_000 },
    onclose: () => lost.abort(new Error("The connection to the database was lost: run it again.")),
  });
  const line: Line = { sql, lost: lost.signal };
  try {
    await refuseOlder(sql);
    await takeTurn(line);
    const done = new Set(await patiently(line, () => recorded(sql)));
    const newer = await newerVersion(sql);
    if (newer) throw tooNew(newer);
    const all = readMigrationFiles({ migrationsFolder: folder });
    if (done.size > 0 && all[0] && !done.has(all[0].folderMillis))
      throw new Error(
        "This database was made before there was a first version to upgrade from: begin with an empty one (the demo's is .data).",
      );
    for (const migration of all) {
      const wanted = !only || only.includes(migration.folderMillis);
      if (wanted && !done.has(migration.folderMillis)) await apply(line, migration);
    }
    if (!only) await recordVersion(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** @throws Error in words when PostgreSQL itself is too old. */
async function refuseOlder(sql: postgres.Sql): Promise<void> {
  const [row] = await sql.unsafe(
    "select current_setting('server_version_num')::int < 180000 as old, version() as is",
  );
  if (row?.old)
    throw new Error(`The portal needs PostgreSQL 18 or newer; this is ${row.is}. Nothing was changed.`);
}

async function recordVersion(sql: postgres.Sql): Promise<void> {
  await sql`create table if not exists drizzle.versions (version text primary key, at timestamptz not null default now())`;
  await sql`insert into drizzle.versions (version) values (${manifest.version}) on conflict do nothing`;
}

/**
 * The version that brought the database to its schema, where this program no longer fits that: the next minor version's is made
 * to, so that two can run side by side, and no later one's.
 */
async function newerVersion(sql: postgres.Sql): Promise<string | undefined> {
  const [found] = await sql.unsafe("select to_regclass('drizzle.versions') is not null as exists");
  if (!found?.exists) return undefined;
  const rows = await sql.unsafe("select version from drizzle.versions");
  const [major = 0, minor = 0] = numbers(manifest.version);
  return rows
    .map(({ version }) => String(version))
    .find((one) => {
      const [theirMajor = 0, theirMinor = 0] = numbers(one);
      return theirMajor > major || (theirMajor === major && theirMinor > minor + 1);
    });
}

const numbers = (version: string) => version.split(".").map(Number);

function tooNew(newer: string): Error {
  return new Error(
    `This database has the schema of version ${newer}, and this program is ${manifest.version}, which does not know it: ` +
      "start that version, or one that is newer. Nothing was changed.",
  );
}

/** @throws Error in words when a later version has changed the database so that this program no longer fits it. */
export async function refuseNewer(url: string): Promise<void> {
  const sql = open(url, { max: 1 });
  try {
    const newer = await newerVersion(sql);
    if (newer) throw tooNew(newer);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

interface Line {
  sql: postgres.Sql;
  /** Says when the connection is gone: the driver would go on with another, whose turn it is not. */
  lost: AbortSignal;
}

/** Whether a database has every migration that this program needs; one that is further ahead will do. */
export async function isMigrated(url: string, folder = FOLDER): Promise<boolean> {
  const sql = open(url, { max: 1 });
  try {
    return await isMigratedOn(sql, folder);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** The same on a pool that is there. */
export async function isMigratedOn(sql: postgres.Sql, folder = FOLDER): Promise<boolean> {
  const [found] = await sql.unsafe(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  );
  if (!found?.exists) return false;
  const rows = await sql.unsafe("select created_at from drizzle.__drizzle_migrations");
  const done = new Set(rows.map((row) => Number(row.created_at)));
  return needed(folder).every((one) => done.has(one));
}

const asked = new Map<string, readonly number[]>();

/** By when they were made; a folder is read once. */
function needed(folder: string): readonly number[] {
  const known =
    asked.get(folder) ?? readMigrationFiles({ migrationsFolder: folder }).map((one) => one.folderMillis);
  asked.set(folder, known);
  return known;
}

/** Asks again and again: who waits for a lock is in a transaction, and an index that is built waits for all of those. */
async function takeTurn({ sql, lost }: Line): Promise<void> {
  for (;;) {
    const [turn] = await sql`select pg_try_advisory_lock(${MIGRATION_LOCK}) as mine`;
    if (turn?.mine) return;
    await pause(200, undefined, { signal: lost });
  }
}

/** When each of the migrations that are done was made, which is what they are known by. */
async function recorded(sql: postgres.Sql): Promise<number[]> {
  await sql`create schema if not exists drizzle`;
  await sql`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`;
  const rows = await sql`select created_at from drizzle.__drizzle_migrations`;
  return rows.map((row) => Number(row.created_at));
}

/** A migration is one transaction with its record, unless it says that it goes step by step. */
async function apply(line: Line, migration: MigrationMeta): Promise<void> {
  const whole = isStepByStep(migration) ? [] : migration.sql;
  if (isStepByStep(migration)) for (const step of migration.sql) await take(line, step);
  await patiently(line, () =>
    line.sql.begin(async (tx) => {
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

/** Steps that hold nobody up while they wait, however long for. */
const PATIENT = /\b(index concurrently|validate constraint)\b/i;
const BUILDS_INDEX = /^create (?:unique )?index concurrently (?:if not exists )?"?(\w+)"?/im;
/** Such a step is taken until it changes nothing more: few rows at a time, and a different few each time. */
const IN_BATCHES = /^-- in batches$/m;

/** Takes one step, which may have been taken before, or have been left half done. */
async function take(line: Line, step: string): Promise<void> {
  const { sql } = line;
  const index = BUILDS_INDEX.exec(step)?.[1];
  for (let changed = 1; changed > 0; ) {
    changed = await patiently(line, async () => {
      await sql`select set_config('lock_timeout', ${PATIENT.test(step) ? "0" : "2s"}, false)`;
      if (index && (await isBuilt(sql, index))) return 0;
      const { count } = await sql.unsafe(step);
      return IN_BATCHES.test(step) ? count : 0;
    });
  }
}

/** Whether an index is there and valid. What is left of one whose building ended early is dropped. */
async function isBuilt(sql: postgres.Sql, index: string): Promise<boolean> {
  const [found] =
    await sql`select indisvalid as valid from pg_index where indexrelid = to_regclass(${index})`;
  if (found && !found.valid) await sql.unsafe(`drop index concurrently "${index}"`);
  return found?.valid ?? false;
}

async function patiently<T>({ lost }: Line, work: () => Promise<T>): Promise<T> {
  for (let tries = 30; ; tries--) {
    lost.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (tries === 0 || !gaveWay(error)) throw error;
      await pause(1_000, undefined, { signal: lost });
    }
  }
}
