import type postgres from "postgres";
import { changeDatabaseUrl, getDatabaseName } from "#lib/core/database-url";
import { withConnection } from "./driver/open-pool.ts";

/** Creates the database that `url` names when its server lacks it. @returns `url`. */
export async function ensureDatabase(url: string): Promise<string> {
  const name = getDatabaseName(url);
  await withConnection(changeDatabaseUrl(url, { database: "postgres" }), async (sql) => {
    const [row] = await sql`select 1 from pg_database where datname = ${name}`;
    if (!row) await createDatabase(sql, name);
  });
  return url;
}

/** Creates a database for a portal, or for a copy of one. */
export async function createDatabase(sql: postgres.Sql, name: string): Promise<void> {
  const [server] = await sql`select current_setting('server_version_num') as version`;
  await sql.unsafe(formatCreateDatabase(name, Number(server?.version)));
}

/**
 * Formats the statement that creates a database, whatever the cluster's defaults are. The order of its texts
 * comes with PostgreSQL: one of the system's libraries changes with them, and unique indexes then miss rows.
 * @param serverVersion as `server_version_num` says it
 */
export function formatCreateDatabase(name: string, serverVersion: number): string {
  const locale =
    serverVersion >= 170_000
      ? "locale 'C' locale_provider builtin builtin_locale 'C.UTF-8'"
      : "locale 'C.UTF-8' locale_provider libc";
  return `create database "${name}" template template0 encoding 'UTF8' ${locale}`;
}
