import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import {
  choice,
  identity,
  instant,
  isOneOf,
  minor,
  planSnapshot,
  reference,
  referenceTo,
} from "./columns.ts";
import { purchases } from "./purchase.ts";
import { wallets } from "./wallet.ts";

/** A plan that is bought automatically for a number: on one day, or repeatedly. */
export const schedules = pgTable(
  "schedules",
  {
    id: identity(),
    resellerId: referenceTo("reseller_id", () => wallets.resellerId),
    /** Comes with the form: sent twice, it is one schedule. The refs of its purchases derive from it. */
    key: text("key").notNull(),
    /** In E.164. */
    phone: text("phone").notNull(),
    ...planSnapshot(),
    maxPrice: minor("max_price").notNull(),
    /** The recurrence from the first day on: once, or every so many days, weeks or months. */
    unit: choice("unit", ["once", "day", "week", "month"]),
    every: integer("every").notNull().default(1),
    firstOn: date("first_on").notNull(),
    /** The last day on which it may buy; null is for ever. */
    untilOn: date("until_on"),
    /** By the clocks of the portal's time zone: "08:00". */
    clock: text("clock").notNull(),
    state: choice("state", ["active", "paused", "ended"]).default("active"),
    /** The reason of a pause: its owner's request (`requested`), or a plan unavailable three times. */
    pause: text("pause", { enum: ["requested", "plan"] }),
    /** The next day, and when it is handled: at its time, or later when it is retried. */
    nextOn: date("next_on"),
    nextAt: instant("next_at"),
    /** How often in a row its plan was unavailable. */
    misses: integer("misses").notNull().default(0),
    /** The day of which its owner was notified the day before. */
    notifiedOn: date("notified_on"),
    createdAt: instant("created_at").notNull().defaultNow(),
    endedAt: instant("ended_at"),
    /** Until then, one process buys its day. */
    claimedUntil: instant("claimed_until"),
  },
  (t) => [
    unique("schedules_key").on(t.resellerId, t.key),
    index("schedules_reseller").on(t.resellerId, t.id),
    /** Schedules that background work handles. */
    index("schedules_due").on(t.nextAt).where(sql`${t.state} = 'active'`),
    index("schedules_next").on(t.resellerId, t.nextAt, t.id).where(sql`${t.state} = 'active'`),
    check(
      "schedules_unit",
      sql`${t.unit} in ('once', 'day', 'week', 'month') and ${t.every} between 1 and 365`,
    ),
    check("schedules_max_price", sql`${t.maxPrice} > 0`),
    check("schedules_time_of_day", sql`${t.clock} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    isOneOf("schedules_state", t.state),
    check("schedules_paused", sql`(${t.state} = 'paused') = (${t.pause} is not null)`),
    check(
      "schedules_next",
      sql`(${t.state} = 'ended') = (${t.nextOn} is null) and (${t.nextOn} is null) = (${t.nextAt} is null)`,
    ),
    check("schedules_ended", sql`(${t.state} = 'ended') = (${t.endedAt} is not null)`),
  ],
);

/** The result of one day of a schedule. Each day has one row, so it is bought once. */
export const scheduleOccurrences = pgTable(
  "schedule_occurrences",
  {
    id: identity(),
    scheduleId: referenceTo("schedule_id", () => schedules.id),
    day: date("day").notNull(),
    /** `waiting` is retried, `skipped` is not. */
    state: choice("state", ["waiting", "bought", "skipped"]),
    reason: text("reason", {
      enum: ["requested", "late", "price", "money", "limit", "off", "gone", "service", "restricted"],
    }),
    /** The price at that time; null where the plan was not on sale. */
    price: minor("price"),
    purchaseId: reference("purchase_id").references(() => purchases.id),
    /** The time of this result. */
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [
    unique("schedule_occurrences_day").on(t.scheduleId, t.day),
    unique("schedule_occurrences_purchase").on(t.purchaseId),
    isOneOf("schedule_occurrences_state", t.state),
    check("schedule_occurrences_bought", sql`(${t.state} = 'bought') = (${t.purchaseId} is not null)`),
    check("schedule_occurrences_reason", sql`(${t.state} = 'bought') = (${t.reason} is null)`),
  ],
);
