import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, minor, reference } from "./columns.ts";

/**
 * Days that were added up, and of a busy one that still runs the hours before the last. A day counts as long as nothing of it was
 * open then and nothing was reversed since; any other is added up anew from the purchases themselves.
 */
export const reportDays = pgTable("report_days", {
  /** A day of `timeZone`. */
  day: date("day").primaryKey(),
  timeZone: text("time_zone").notNull(),
  countedAt: instant("counted_at").notNull(),
  /** The same moment when single resellers were added up with it: a version before left them out. */
  resellersAt: instant("resellers_at"),
  /** The same when retail prices were added up with them. */
  retailAt: instant("retail_at"),
  /** Of the day that still ran then, the part before this was added up, in which nothing was open; null is all of it. */
  until: instant("until"),
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

/** The same for each reseller who bought much that day; whoever bought less is counted from the purchases themselves. */
export const reportResellers = pgTable(
  "report_resellers",
  {
    day: date("day")
      .notNull()
      .references(() => reportDays.day),
    resellerId: reference("reseller_id").notNull(),
    networkId: integer("network_id").notNull(),
    planId: integer("plan_id").notNull(),
    delivered: integer("delivered").notNull(),
    failed: integer("failed").notNull(),
    cancelled: integer("cancelled").notNull(),
    reversed: integer("reversed").notNull(),
    sales: minor("sales").notNull(),
    cost: minor("cost").notNull(),
    /** Of what was delivered, what has a retail price: how many, what they cost the reseller, what customers paid. */
    sold: integer("sold"),
    paid: minor("paid"),
    retail: minor("retail"),
  },
  (t) => [
    primaryKey({ columns: [t.resellerId, t.day, t.networkId, t.planId] }),
    index("report_resellers_day").on(t.day),
  ],
);

/**
 * Past days that were added up for shops, by the day of delivery: for the version before, which shows shops' profit by
 * itself. This one adds nothing to it, nor to the next.
 */
export const reportShopDays = pgTable("report_shop_days", {
  /** A day of `timeZone`. */
  day: date("day").primaryKey(),
  timeZone: text("time_zone").notNull(),
  countedAt: instant("counted_at").notNull(),
});

/** What a shop earned on a past day with one plan. */
export const reportShops = pgTable(
  "report_shops",
  {
    day: date("day")
      .notNull()
      .references(() => reportShopDays.day),
    resellerId: reference("reseller_id").notNull(),
    planId: integer("plan_id").notNull(),
    /** The plan as it was named in the orders. */
    networkName: text("network_name").notNull(),
    label: text("label").notNull(),
    orders: integer("orders").notNull(),
    /** What customers paid and what the reseller paid, in minor units. */
    sales: minor("sales").notNull(),
    cost: minor("cost").notNull(),
  },
  (t) => [primaryKey({ columns: [t.resellerId, t.day, t.planId] }), index("report_shops_day").on(t.day)],
);

/** The one row that says when reports are told. */
export const reportSettings = pgTable(
  "report_settings",
  {
    id: integer("id").primaryKey().default(1),
    /** From this hour of the day in `TIME_ZONE`. */
    hour: integer("hour").notNull().default(7),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    check("report_settings_single", sql`${t.id} = 1`),
    check("report_settings_hour", sql`${t.hour} between 0 and 23`),
  ],
);
