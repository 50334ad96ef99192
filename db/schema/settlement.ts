import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { identity, instant, minor, reference } from "./columns.ts";
import { providerTransactions } from "./payment.ts";

/** What providers paid out to the operator's bank, as they tell it. */
export const settlements = pgTable(
  "settlements",
  {
    id: identity(),
    provider: text("provider").notNull(),
    /** The provider's own name for it. */
    settlement: text("settlement").notNull(),
    settledAt: instant("settled_at"),
    currency: text("currency").notNull(),
    /** What came to the bank, and what was kept back of it for refunds and the like; null when it does not say. */
    paidOut: minor("paid_out"),
    deducted: minor("deducted").notNull(),
    readAt: instant("read_at").notNull().defaultNow(),
  },
  (t) => [unique("settlements_once").on(t.provider, t.settlement)],
);

/** The transactions in it, each compared with what was confirmed here, and taken into the books once. */
export const settlementLines = pgTable(
  "settlement_lines",
  {
    id: identity(),
    settlementId: reference("settlement_id")
      .notNull()
      .references(() => settlements.id),
    transaction: text("transaction").notNull(),
    /** How many lines of this settlement are about the same transaction before this one. */
    nth: integer("nth").notNull(),
    reference: text("reference"),
    gross: minor("gross").notNull(),
    fee: minor("fee"),
    currency: text("currency").notNull(),
    /** The same money here; null while it is not known. */
    transactionId: reference("transaction_id").references(() => providerTransactions.id),
    /** What went from clearing to the bank in the books; null when nothing did. */
    booked: minor("booked"),
  },
  (t) => [
    unique("settlement_lines_once").on(t.settlementId, t.transaction, t.nth),
    index("settlement_lines_unknown").on(t.settlementId).where(sql`${t.transactionId} is null`),
    index("settlement_lines_transaction").on(t.transactionId),
    uniqueIndex("settlement_lines_booked_once").on(t.transactionId).where(sql`${t.booked} is not null`),
    check("settlement_lines_booked", sql`${t.booked} is null or ${t.transactionId} is not null`),
  ],
);

/**
 * What a settlement and the books do not agree on: money that is `missing_here` or `missing_there`, another amount, fee or
 * currency, a transaction settled twice, or a payout that is not the sum of its lines. Beside them what a provider says of one
 * transaction against the books: it `changed`, it was sent back from elsewhere and `charged_back` too, or a further dispute was
 * `lost`.
 */
export const DIFFERENCES = [
  "missing_here",
  "missing_there",
  "amount",
  "fee",
  "currency",
  "doubled",
  "total",
  "changed",
  "charged_back",
  "lost",
] as const;

/** What does not agree, until it does or an admin says why it may stay so. */
export const settlementDifferences = pgTable(
  "settlement_differences",
  {
    id: identity(),
    provider: text("provider").notNull(),
    kind: text("kind", { enum: DIFFERENCES }).notNull(),
    /** The provider's name of the settlement; null for what is in none. */
    settlement: text("settlement"),
    /** The provider's name of the transaction; null where it is about the whole settlement. */
    transaction: text("transaction"),
    /** The line that it is about, and the money here. */
    lineId: reference("line_id").references(() => settlementLines.id),
    transactionId: reference("transaction_id").references(() => providerTransactions.id),
    /** What the books have, and what the provider says: amounts or fees, in minor units of the currency. */
    here: minor("here"),
    there: minor("there"),
    currency: text("currency").notNull(),
    foundAt: instant("found_at").notNull().defaultNow(),
    state: text("state", { enum: ["open", "acknowledged", "gone"] })
      .notNull()
      .default("open"),
    endedAt: instant("ended_at"),
    endedBy: text("ended_by"),
    reason: text("reason"),
  },
  (t) => [
    uniqueIndex("settlement_differences_line").on(t.lineId, t.kind).where(sql`${t.lineId} is not null`),
    uniqueIndex("settlement_differences_missing_there")
      .on(t.transactionId)
      .where(sql`${t.kind} = 'missing_there'`),
    uniqueIndex("settlement_differences_transaction")
      .on(t.transactionId, t.kind)
      .where(sql`${t.kind} in ('changed', 'charged_back', 'lost')`)
      .concurrently(),
    uniqueIndex("settlement_differences_total").on(t.provider, t.settlement).where(sql`${t.kind} = 'total'`),
    index("settlement_differences_open").on(t.id).where(sql`${t.state} = 'open'`),
    check(
      "settlement_differences_kind",
      sql`${t.kind} in ('missing_here', 'missing_there', 'amount', 'fee', 'currency', 'doubled', 'total', 'changed', 'charged_back', 'lost')`,
    ),
    check("settlement_differences_state", sql`${t.state} in ('open', 'acknowledged', 'gone')`),
    check("settlement_differences_ended", sql`(${t.state} = 'open') = (${t.endedAt} is null)`),
    check(
      "settlement_differences_acknowledged",
      sql`(${t.state} = 'acknowledged') = (${t.endedBy} is not null and ${t.reason} is not null)`,
    ),
  ],
);

/** When each provider's settlements were last compared with the books. */
export const settlementRuns = pgTable("settlement_runs", {
  provider: text("provider").primaryKey(),
  triedAt: instant("tried_at").notNull(),
  comparedAt: instant("compared_at"),
  /** Why the last try came to nothing. */
  failure: text("failure"),
});
