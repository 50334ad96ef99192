import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as run } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

const LOCK = 7_201_411;

/** Brings a database to the present schema. Several processes may call it at once: they take turns. */
export async function migrate(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql`select pg_advisory_lock(${LOCK})`;
    await run(drizzle(sql), { migrationsFolder: fileURLToPath(new URL("./migrations", import.meta.url)) });
  } finally {
    await sql.end();
  }
}
