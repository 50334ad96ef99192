import { changeDatabaseUrl, getDatabaseName } from "#lib/core/database-url";
import { withConnection } from "./driver/open-pool.ts";

/** Creates the database that `url` names when its server lacks it. @returns `url`. */
export async function ensureDatabase(url: string): Promise<string> {
  const name = getDatabaseName(url);
  await withConnection(changeDatabaseUrl(url, { database: "postgres" }), async (sql) => {
    const [row] = await sql`select 1 from pg_database where datname = ${name}`;
    if (!row) await sql`create database ${sql(name)}`;
  });
  return url;
}
