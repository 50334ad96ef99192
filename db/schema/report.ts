import { date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, minor, reference } from "./columns.ts";

/**
 * Totals of days, and of a busy current day the hours before the last. A day is valid as long as it had no
 * open purchase then and no reversal since; any other is computed again from the purchases themselves.
 */
export const reportDays = pgTable("report_days", {
  /** A day of `timeZone`. */
  day: date("day").primaryKey(),
  timeZone: text("time_zone").notNull(),
  countedAt: instant("counted_at").notNull(),
  /** Of the current day, the part before this was added up, without open purchases; null is the whole day. */
  until: instant("until"),
  /** How many purchases of that day were still open. */
  open: integer("open").notNull(),
});

const planTotals = () => ({
  networkId: integer("network_id").notNull(),
  planId: integer("plan_id").notNull(),
  delivered: integer("delivered").notNull(),
  failed: integer("failed").notNull(),
  cancelled: integer("cancelled").notNull(),
  reversed: integer("reversed").notNull(),
  /** Price and cost of deliveries, in minor units. */
  sales: minor("sales").notNull(),
  cost: minor("cost").notNull(),
});

/** Totals of a past day's purchases of one plan, by the day they were placed. */
export const reportPlans = pgTable(
  "report_plans",
  {
    day: date("day")
      .notNull()
      .references(() => reportDays.day),
    ...planTotals(),
  },
  (t) => [primaryKey({ columns: [t.day, t.networkId, t.planId] })],
);

/**
 * The same for each reseller with many purchases that day, and as plan 0 their sum; others are counted from the
 * purchases.
 */
export const reportResellers = pgTable(
  "report_resellers",
  {
    day: date("day")
      .notNull()
      .references(() => reportDays.day),
    resellerId: reference("reseller_id").notNull(),
    ...planTotals(),
    /** Deliveries with a selling price: number, cost to the reseller, and the customers' payments. */
    sold: integer("sold"),
    paid: minor("paid"),
    sellingPrice: minor("selling_price"),
  },
  (t) => [
    primaryKey({ columns: [t.resellerId, t.day, t.networkId, t.planId] }),
    index("report_resellers_day").on(t.day),
  ],
);
