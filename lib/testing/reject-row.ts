import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";

/**
 * Makes the database reject changes of the rows of a table that meet a condition, such as `old.id = 7`.
 * @returns a function that ends it
 */
export async function rejectRow(
  { db }: Ctx,
  table: string,
  condition: string,
  event = "update",
): Promise<() => Promise<void>> {
  await db.execute(sql`
    create or replace function reject_row() returns trigger language plpgsql as $$
    begin raise exception 'a bad row'; end $$`);
  await db.execute(
    sql.raw(`create trigger reject_row before ${event} on ${table} for each row when (${condition})
      execute function reject_row()`),
  );
  return async () => {
    await db.execute(sql`drop function reject_row cascade`);
  };
}
