import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { identity, instant, reference } from "./columns.ts";

/** What keeps the books safe, each time it was done: books checked, backups written, backups restored elsewhere for trial. */
export const upkeep = pgTable(
  "upkeep",
  {
    id: identity(),
    kind: text("kind", { enum: ["check", "backup", "rehearsal"] }).notNull(),
    beganAt: instant("began_at").notNull(),
    endedAt: instant("ended_at").notNull().defaultNow(),
    ok: boolean("ok").notNull(),
    /** How many promises the check found broken; null where nothing was checked. */
    findings: integer("findings"),
    /** The file, and what was found or went wrong, in a line. */
    said: text("said").notNull(),
  },
  (t) => [
    index("upkeep_latest").on(t.kind, t.id),
    check("upkeep_kind", sql`${t.kind} in ('check', 'backup', 'rehearsal')`),
  ],
);

/** Up to which row what is old was erased, of tables whose rows stay (db/retention.ts). */
export const sweepMarks = pgTable("sweep_marks", {
  name: text("name").primaryKey(),
  through: reference("through").notNull(),
});
