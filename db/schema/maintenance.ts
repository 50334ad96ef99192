import { boolean, customType, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { choice, identity, instant, isOneOf, reference } from "./columns.ts";

/** Each run of maintenance: checks of the ledger, backups and restore tests. */
export const maintenanceRuns = pgTable(
  "maintenance_runs",
  {
    id: identity(),
    kind: choice("kind", ["check", "backup", "restore_test"]),
    beganAt: instant("began_at").notNull(),
    endedAt: instant("ended_at").notNull().defaultNow(),
    ok: boolean("ok").notNull(),
    /** How many checks failed; null where nothing was checked. */
    findings: integer("findings"),
    /** The file, and the findings or the failure, in a line. */
    summary: text("summary").notNull(),
  },
  (t) => [index("maintenance_runs_latest").on(t.kind, t.id), isOneOf("maintenance_runs_kind", t.kind)],
);

/** The row up to which old data was erased, of tables whose rows stay (lib/maintenance/sweep-old-data.ts). */
export const retentionCheckpoints = pgTable("retention_checkpoints", {
  name: text("name").primaryKey(),
  through: reference("through").notNull(),
});

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Script and style of each build that ran recently, for pages that another process rendered. */
export const buildFiles = pgTable("build_files", {
  /** Below `/_next/static/`; its content never changes. */
  path: text("path").primaryKey(),
  /** Compressed by brotli. */
  body: bytes("body").notNull(),
  /** The last start of a process that has it. */
  seenAt: instant("seen_at").notNull().defaultNow(),
});
