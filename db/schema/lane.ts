import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { identity, instant } from "./columns.ts";

/** The lanes of background work: when each last ran and, at certain times, runs next. */
export const lanes = pgTable("lanes", {
  name: text("name").primaryKey(),
  lookedAt: instant("looked_at"),
  succeededAt: instant("succeeded_at"),
  /** Null where it has items of its own instead of runs. */
  nextRunAt: instant("next_run_at"),
  /** Until when the run that `claimed_by` names is the only one. */
  claimedUntil: instant("claimed_until"),
  claimedBy: text("claimed_by"),
  /** The progress of the last run that did not finish. */
  progress: text("progress"),
});

/** Failed items of a lane. A failed run has an empty key. */
export const laneFailures = pgTable(
  "lane_failures",
  {
    id: identity(),
    lane: text("lane").notNull(),
    /** "order 12". */
    key: text("key").notNull(),
    error: text("error").notNull(),
    /** Failures in a row. */
    failures: integer("failures").notNull().default(1),
    since: instant("since").notNull().defaultNow(),
    failedAt: instant("failed_at").notNull().defaultNow(),
    /** The item is not handled before. */
    dueAt: instant("due_at").notNull(),
  },
  (t) => [unique("lane_failures_key").on(t.lane, t.key), index("lane_failures_failed").on(t.failedAt)],
);

/** The time when a lane last handled an item of each owner: the owner that waited longest is next. */
export const laneFairQueue = pgTable(
  "lane_fair_queue",
  {
    lane: text("lane").notNull(),
    /** A reseller, or another id that separates items. */
    owner: bigint("owner", { mode: "number" }).notNull(),
    lookedAt: instant("looked_at").notNull().default(sql`clock_timestamp()`),
  },
  (t) => [primaryKey({ columns: [t.lane, t.owner] })],
);
