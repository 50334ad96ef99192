import { sql } from "drizzle-orm";
import { boolean, check, date, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { identity, instant, minor } from "./columns.ts";

/** What one network came to on a day; money in minor units, as text. */
export type ClosedNetwork = Record<"network" | "delivered" | "sales" | "cost", string>;

/** What one kind of entry moved on a day; money in minor units, as text. */
export type ClosedKind = Record<"kind" | "count" | "wallets" | "held", string>;

/** The books of each day that is over, as they stood at its end. Append-only. Money in minor units. */
export const dailyCloses = pgTable(
  "daily_closes",
  {
    id: identity(),
    /** A day of `timeZone`. */
    day: date("day").notNull().unique("daily_closes_once"),
    timeZone: text("time_zone").notNull(),
    closedAt: instant("closed_at").notNull().defaultNow(),
    /** How many purchases the books settled, gave back, and took back that day. */
    delivered: integer("delivered").notNull(),
    failed: integer("failed").notNull(),
    reversed: integer("reversed").notNull(),
    /** Price and listed cost of what was delivered that day, less what was taken back. */
    sales: minor("sales").notNull(),
    cost: minor("cost").notNull(),
    /** All wallets together, and all that was held for open purchases, before and after the day. */
    walletsBefore: minor("wallets_before").notNull(),
    walletsAfter: minor("wallets_after").notNull(),
    heldBefore: minor("held_before").notNull(),
    heldAfter: minor("held_after").notNull(),
    kinds: jsonb("kinds").$type<ClosedKind[]>().notNull(),
    networks: jsonb("networks").$type<ClosedNetwork[]>().notNull(),
    /** The balance at the upstream after its last answer of the day; null when it has told none. */
    float: minor("float"),
    /** What providers confirmed and nobody has yet, at the end of the day. */
    suspense: minor("suspense").notNull(),
    /** By how much the balances and the entries since the first day differ, at the close: 0 when all is right. */
    difference: minor("difference").notNull(),
    /** Whether the books were proved as a whole then (`check`), and what was found wrong. */
    proved: boolean("proved").notNull(),
    findings: text("findings").array().notNull(),
  },
  (t) => [check("daily_closes_counts", sql`${t.delivered} >= 0 and ${t.failed} >= 0 and ${t.reversed} >= 0`)],
);
