import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#lib/core/context";

/**
 * Keeps a transaction open, with a connection and the locks of `statement`, until the returned function is called or the
 * database dies; that function resolves after the commit.
 */
export async function holdTransaction(db: Db, statement: SQL = sql`select`): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const done = db
    .transaction(async (tx) => {
      await tx.execute(statement);
      held.resolve();
      await free.promise;
    })
    .catch(held.reject);
  await held.promise;
  return () => {
    free.resolve();
    return done;
  };
}
