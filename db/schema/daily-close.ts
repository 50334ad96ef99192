import { sql } from "drizzle-orm";
import { boolean, check, date, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { identity, instant, minor } from "./columns.ts";

/** Totals of one network on a day; money in minor units, as text. */
export type ClosedNetwork = Record<"network" | "delivered" | "sales" | "cost", string>;

/** Movements of one kind of entry on a day; money in minor units, as text. */
export type ClosedKind = Record<"kind" | "count" | "wallets" | "held", string> & {
  /** Of advances; missing before they existed. */
  advanced?: string;
};

/** The ledger of each past day, at its end. Append-only. Money in minor units. */
export const dailyCloses = pgTable(
  "daily_closes",
  {
    id: identity(),
    /** A day of `timeZone`. */
    day: date("day").notNull().unique("daily_closes_once"),
    timeZone: text("time_zone").notNull(),
    closedAt: instant("closed_at").notNull().defaultNow(),
    /** Purchases that were settled, refunded and reversed on that day. */
    delivered: integer("delivered").notNull(),
    failed: integer("failed").notNull(),
    reversed: integer("reversed").notNull(),
    /** Price and listed cost of the day's deliveries, less its reversals. */
    sales: minor("sales").notNull(),
    cost: minor("cost").notNull(),
    /** All wallets together, and all holds of open purchases, before and after the day. */
    walletsBefore: minor("wallets_before").notNull(),
    walletsAfter: minor("wallets_after").notNull(),
    heldBefore: minor("held_before").notNull(),
    heldAfter: minor("held_after").notNull(),
    kinds: jsonb("kinds").$type<ClosedKind[]>().notNull(),
    networks: jsonb("networks").$type<ClosedNetwork[]>().notNull(),
    /** The upstream balance after the day's last response; null when none had a balance. */
    mainSupplierBalance: minor("main_supplier_balance"),
    /** Confirmed payments in suspense at the end of the day. */
    suspense: minor("suspense").notNull(),
    /** Advances that were open or awaited consent at the end of the day. */
    advanced: minor("advanced").notNull().default(sql`0`),
    /** The difference between balances and the entries since the first day, at the close; 0 if balanced. */
    difference: minor("difference").notNull(),
    /** Whether the whole ledger was checked then (`check`), and the findings. */
    proved: boolean("proved").notNull(),
    findings: text("findings").array().notNull(),
  },
  (t) => [check("daily_closes_counts", sql`${t.delivered} >= 0 and ${t.failed} >= 0 and ${t.reversed} >= 0`)],
);
