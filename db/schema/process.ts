import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

/** The portal's processes: each renews its row every few seconds. */
export const processes = pgTable("processes", {
  /** "host-pid-random". */
  name: text("name").primaryKey(),
  /** The version of the program that it runs. */
  version: text("version").notNull(),
  /** "web", "worker" or "web,worker". */
  roles: text("roles").notNull(),
  startedAt: instant("started_at").notNull().defaultNow(),
  seenAt: instant("seen_at").notNull().defaultNow(),
});
