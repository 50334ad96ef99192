import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { choice, identity, instant, minor, reference, referenceTo } from "./columns.ts";

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

/** The reason of a movement of money. Append-only. */
export const journals = pgTable(
  "journals",
  {
    id: identity(),
    resellerId: referenceTo("reseller_id", () => wallets.resellerId),
    kind: choice("kind", [
      "credit",
      "debit",
      "claw_back",
      "payment",
      "refund",
      "charge_back",
      "charge_back_won",
      "hold",
      "settle",
      "release",
      "reversal",
      "correction",
      "upgrade",
      "referral",
      "referral_reversal",
      "message",
      "advance",
      "advance_closed",
      "advance_repaid",
      "advance_waived",
    ]),
    purchaseId: reference("purchase_id"),
    /** The journal that this one reverses; each can be reversed once. */
    reversesId: reference("reverses_id").unique("journals_reversed_once"),
    reason: text("reason"),
    /** The ref of the form that adjusted the wallet, or the message it paid: neither moves money again. */
    ref: text("ref"),
    actor: text("actor").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [
    index("journals_reseller").on(t.resellerId, t.id),
    index("journals_reseller_at").on(t.resellerId, t.at),
    /** For statements of one day: rows are in the order of time, so that a few pages of index suffice. */
    index("journals_at").using("brin", t.at).with({ autosummarize: true }),
    /** For statements of one kind of entry, except those that each purchase makes. */
    index("journals_rare")
      .on(t.resellerId, t.kind, t.id)
      .where(sql`${t.kind} not in ('hold', 'settle', 'release')`),
    index("journals_all_by_hand")
      .on(t.id)
      .where(sql`${t.kind} in ('credit', 'debit', 'claw_back', 'correction')`),
    // A purchase is held, settled, released and reversed once each.
    uniqueIndex("journals_purchase").on(t.purchaseId, t.kind),
    /** The guard of "refunded at most once": an advance takes the place of the refund. */
    uniqueIndex("journals_refunded_once").on(t.purchaseId).where(sql`${t.kind} in ('release', 'advance')`),
    uniqueIndex("journals_ref").on(t.ref).where(sql`${t.ref} is not null`),
    check(
      "journals_kind",
      // A pattern instead of a list: PostgreSQL parses a check again for each statement that writes a row,
      // and a list takes four times as long.
      sql`${t.kind} ~ '^(credit|debit|claw_back|payment|refund|charge_back|charge_back_won|hold|settle|release|reversal|correction|upgrade|referral|referral_reversal|message|advance|advance_closed|advance_repaid|advance_waived)$'`,
    ),
  ],
);

/** The postings of a journal, which sum to zero. Append-only. */
export const entries = pgTable(
  "entries",
  {
    id: identity(),
    journalId: referenceTo("journal_id", () => journals.id),
    resellerId: reference("reseller_id").notNull(),
    account: choice("account", ["wallet", "held", "sales", "funding", "advanced"]),
    amount: minor("amount").notNull(),
    /** The account's balance after this entry. */
    balance: minor("balance").notNull(),
  },
  (t) => [
    index("entries_journal").on(t.journalId),
    check("entries_account_name", sql`${t.account} ~ '^(wallet|held|sales|funding|advanced)$'`),
    check("entries_amount", sql`${t.amount} <> 0`),
  ],
);
