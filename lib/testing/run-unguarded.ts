import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#lib/core/context";

/** Runs statements in one transaction that the database's guards would reject. */
export function runUnguarded(db: Db, ...statements: SQL[]): Promise<void> {
  return db.transaction(async (tx) => {
    for (const statement of [sql`set local session_replication_role = replica`, ...statements])
      await tx.execute(statement);
  });
}
