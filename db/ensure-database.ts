import { changeDatabaseUrl, getDatabaseName } from "#lib/core/database-url";
import { openPool } from "./driver.ts";

/** Creates the database that `url` names when its server lacks it. @returns `url`. */
export async function ensureDatabase(url: string): Promise<string> {
  const name = getDatabaseName(url);
  const sql = openPool(changeDatabaseUrl(url, { database: "postgres" }), { max: 1 });
  try {
    const [row] = await sql`select 1 from pg_database where datname = ${name}`;
    if (!row) await sql`create database ${sql(name)}`;
  } finally {
    await sql.end({ timeout: 1 });
  }
  return url;
}
