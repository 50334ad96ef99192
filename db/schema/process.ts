import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

/** The portal's processes: each renews its row every second. */
export const processes = pgTable("processes", {
  /** "host-pid-random". */
  name: text("name").primaryKey(),
  /** The version of the program that it runs. */
  version: text("version").notNull(),
  /** "web", "worker" or "web,worker". */
  roles: text("roles").notNull(),
  startedAt: instant("started_at").notNull().defaultNow(),
  seenAt: instant("seen_at").notNull().defaultNow(),
  /** Grows with each renewal. The process knows the last that was confirmed: one with less is behind. */
  renewals: bigint("renewals", { mode: "number" }).notNull().default(0),
  /**
   * The identity of the database (`database_identity`) in which the
   * process found everything that was confirmed to it.
   */
  database: text("database"),
  /** The last renewal in the database before that one; null when it started in this one. */
  seenBeforeAt: instant("seen_before_at"),
});
