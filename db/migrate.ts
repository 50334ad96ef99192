import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as run } from "drizzle-orm/postgres-js/migrator";
import { runMigrations } from "graphile-worker";
import { gaveWay } from "#lib/core/error";
import { open } from "./driver.ts";

const LOCK = 7_201_411;
const FOLDER = fileURLToPath(new URL("./migrations", import.meta.url));

/**
 * Brings a database to the present schema while the version before it goes on working: a change that finds a table
 * in use gives way after two seconds, with whatever queued behind it, and tries again. Several processes may call
 * it at once: they take turns.
 */
export async function migrate(url: string): Promise<void> {
  const sql = open(url, { max: 1 });
  try {
    await sql`select pg_advisory_lock(${LOCK})`;
    await sql`set lock_timeout = '2s'`;
    await patiently(() => run(drizzle(sql), { migrationsFolder: FOLDER }));
    await runMigrations({ connectionString: url });
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function patiently(work: () => Promise<void>): Promise<void> {
  for (let tries = 30; ; tries--) {
    try {
      return await work();
    } catch (error) {
      if (tries === 0 || !gaveWay(error)) throw error;
      await pause(1_000);
    }
  }
}

/** Whether a database has every migration that this program needs; one that is further ahead will do. */
export async function isMigrated(url: string): Promise<boolean> {
  const sql = open(url, { max: 1 });
  try {
    const [found] = await sql.unsafe(
      "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
    );
    if (!found?.exists) return false;
    const [done] = await sql.unsafe("select max(created_at) as at from drizzle.__drizzle_migrations");
    return Number(done?.at ?? 0) >= newest();
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function newest(): number {
  const journal = JSON.parse(readFileSync(`${FOLDER}/meta/_journal.json`, "utf8"));
  return Math.max(...journal.entries.map((entry: { when: number }) => entry.when));
}
