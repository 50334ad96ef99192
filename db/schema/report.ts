import { date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, minor } from "./columns.ts";

/**
 * Past days that were added up. A day counts as long as nothing of it was open then and nothing was reversed
 * since; any other is added up anew from the purchases themselves.
 */
export const reportDays = pgTable("report_days", {
  /** A day of `timeZone`. */
  day: date("day").primaryKey(),
  timeZone: text("time_zone").notNull(),
  countedAt: instant("counted_at").notNull(),
  /** How many purchases of that day were still open. */
  open: integer("open").notNull(),
});

/** What a past day's purchases of one plan add up to, by the day they were placed. */
export const reportPlans = pgTable(
  "report_plans",
  {
    day: date("day")
      .notNull()
      .references(() => reportDays.day),
    networkId: integer("network_id").notNull(),
    planId: integer("plan_id").notNull(),
    delivered: integer("delivered").notNull(),
    failed: integer("failed").notNull(),
    cancelled: integer("cancelled").notNull(),
    reversed: integer("reversed").notNull(),
    /** Price and cost of what was delivered, in minor units. */
    sales: minor("sales").notNull(),
    cost: minor("cost").notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.networkId, t.planId] })],
);
