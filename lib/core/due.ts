import { type SQL, sql } from "drizzle-orm";

/** Selects since when the rows of a table are due. */
export const selectDue = (table: string, at: string, condition: SQL = sql`true`): SQL =>
  sql`select ${sql.raw(at)} as at from ${sql.raw(table)} where ${sql.raw(at)} <= now() and ${condition}`;

/** The same of deliveries through a channel of the outbox. */
export const selectDueDeliveries = (channel: string, condition?: SQL): SQL =>
  selectDue(
    "deliveries",
    "next_at",
    sql`channel = ${channel} and state = 'waiting' and ${condition ?? sql`true`}`,
  );
