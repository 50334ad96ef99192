import { sql } from "drizzle-orm";
import { check, pgTable, text } from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { minor, reference } from "./columns.ts";

/**
 * The five balances of one reseller. Every journal moves money between them, so they sum to zero:
 * money comes from `funding`, waits in `wallet`, is `held` while a purchase is open, ends in `sales`.
 * `advanced` is the suspense account of unconfirmed purchases whose price the operator has credited.
 */
export const wallets = pgTable(
  "wallets",
  {
    resellerId: reference("reseller_id")
      .primaryKey()
      .references(() => accounts.id),
    wallet: minor("wallet").notNull().default(sql`0`),
    held: minor("held").notNull().default(sql`0`),
    sales: minor("sales").notNull().default(sql`0`),
    funding: minor("funding").notNull().default(sql`0`),
    /** The price of purchases with an advance that is open or awaits consent, below zero. */
    advanced: minor("advanced").notNull().default(sql`0`),
    /** The minimum of `wallet`: 0, or lower where a claw-back, a chargeback or an order's refund took it. */
    floor: minor("floor").notNull().default(sql`0`),
    /** Below this, its owner is notified of a low balance; null is never. */
    lowBalanceThreshold: minor("low_balance_threshold"),
    /** The day of `TIME_ZONE` that `spent` counts, and the sum spent on it less refunds. */
    spentDay: text("spent_day").notNull().default(""),
    spent: minor("spent").notNull().default(sql`0`),
  },
  (t) => [
    check("wallets_floor", sql`${t.wallet} >= ${t.floor} and ${t.floor} <= 0`),
    check("wallets_held", sql`${t.held} >= 0`),
    check("wallets_advanced", sql`${t.advanced} <= 0`),
    check("wallets_balanced", sql`${t.wallet} + ${t.held} + ${t.sales} + ${t.funding} + ${t.advanced} = 0`),
  ],
);
