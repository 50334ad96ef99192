import { type SQL, sql } from "drizzle-orm";

/** How much a purchase counts in what is bought often and recently: two weeks ago about a third of today. */
export const getRecencyWeight = (placedAt: SQL): SQL =>
  sql`exp(-extract(epoch from now() - ${placedAt}) / ${sql.raw(String(14 * 24 * 3600))})`;
