import { withConnection } from "#db/driver/open-pool";
import { createDatabase } from "#db/ensure-database";
import { hasErrorCode } from "#lib/core/database-error";
import { changeDatabaseUrl, getDatabaseName } from "#lib/core/database-url";
import { readContent } from "./restore-backup.ts";

/** PostgreSQL's codes: another session is in the database; the role may not create one. */
const IN_USE = /^55006$/;
const NOT_ALLOWED = /^42501$/;
const MISSING = /^3D000$/;

/**
 * Puts an empty database in the place of the one that `url` names, and keeps that under another name: one
 * without a portal's rows is dropped instead.
 * @returns the name under which it is kept, if it is
 * @throws Error for the operator; nothing was changed then
 */
export async function putAside(url: string): Promise<string | undefined> {
  const name = getDatabaseName(url);
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(/\D/g, "");
  const nameAside = `${name.slice(0, 40)}_before_${stamp}`;
  const content = await withConnection(url, readContent).catch((error: unknown) => {
    if (hasErrorCode(error, MISSING)) return undefined;
    throw error;
  });
  try {
    return await withConnection(changeDatabaseUrl(url, { database: "postgres" }), async (sql) => {
      const [present] = await sql`select from pg_database where datname = ${name}`;
      if (present && content === undefined) await sql`drop database ${sql(name)}`;
      else if (present) await sql`alter database ${sql(name)} rename to ${sql(nameAside)}`;
      await createDatabase(sql, name);
      return content === undefined ? undefined : nameAside;
    });
  } catch (error) {
    if (hasErrorCode(error, IN_USE))
      throw new Error(
        `A process is using the database ${name}. Stop the portal (systemctl stop kiosk), then run the command again.`,
      );
    if (hasErrorCode(error, NOT_ALLOWED))
      throw new Error(
        `The user of DATABASE_URL may not create databases. Create an empty one, name it in DATABASE_URL, and restore without --aside.`,
      );
    throw error;
  }
}
