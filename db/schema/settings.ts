import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";

/**
 * The operator's settings: a row for each group that `defineSettings` declares, once it was saved or guarded
 * by `check_setting`. Money is text in minor units.
 */
export const settings = pgTable("settings", {
  name: text("name").primaryKey(),
  value: jsonb("value").$type<Record<string, unknown>>().notNull(),
  /** Increases with each change, so that a form names the version it was made from. */
  version: integer("version").notNull().default(1),
});
