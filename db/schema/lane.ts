import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { identity, instant } from "./columns.ts";

/** Each lane of background work: when it last looked and, of one that runs at certain times, when it runs next. */
export const lanes = pgTable("lanes", {
  name: text("name").primaryKey(),
  lookedAt: instant("looked_at"),
  succeededAt: instant("succeeded_at"),
  /** Null where it has items of its own instead of runs. */
  nextRunAt: instant("next_run_at"),
  /** Until when the run that `claimed_by` names is the only one. */
  claimedUntil: instant("claimed_until"),
  claimedBy: text("claimed_by"),
  /** How far the last run came that had more to do. */
  progress: text("progress"),
});

/** An item of a lane that failed the last time, or a run: its key is empty. */
export const laneFailures = pgTable(
  "lane_failures",
  {
    id: identity(),
    lane: text("lane").notNull(),
    /** "order 12". */
    key: text("key").notNull(),
    error: text("error").notNull(),
    /** How often in a row. */
    failures: integer("failures").notNull().default(1),
    since: instant("since").notNull().defaultNow(),
    failedAt: instant("failed_at").notNull().defaultNow(),
    /** The item is not handled before. */
    nextLookAt: instant("next_look_at").notNull(),
  },
  (t) => [unique("lane_failures_key").on(t.lane, t.key), index("lane_failures_failed").on(t.failedAt)],
);

/** When a lane last looked at something of an owner: who waited longest is next. */
export const laneTurns = pgTable(
  "lane_turns",
  {
    lane: text("lane").notNull(),
    /** A reseller, or what else items are kept apart by. */
    owner: bigint("owner", { mode: "number" }).notNull(),
    lookedAt: instant("looked_at").notNull().default(sql`clock_timestamp()`),
  },
  (t) => [primaryKey({ columns: [t.lane, t.owner] })],
);
