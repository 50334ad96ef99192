import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { choice, identity, instant, isOneOf, minor, reference, referenceTo } from "./columns.ts";
import { providerTransactions } from "./payment.ts";

/** Payouts of providers to the operator's bank, as reported by the provider. */
export const settlements = pgTable(
  "settlements",
  {
    id: identity(),
    provider: text("provider").notNull(),
    /** The provider's name for it. */
    settlement: text("settlement").notNull(),
    settledAt: instant("settled_at"),
    currency: text("currency").notNull(),
    /**
     * The amount that reached the bank, and the deduction for refunds and the like; null when
     * the provider does not say.
     */
    paidOut: minor("paid_out"),
    deducted: minor("deducted").notNull(),
    readAt: instant("read_at").notNull().defaultNow(),
  },
  (t) => [unique("settlements_once").on(t.provider, t.settlement)],
);

/** The transactions of a settlement, each compared with the confirmed payment, and posted once. */
export const settlementLines = pgTable(
  "settlement_lines",
  {
    id: identity(),
    settlementId: referenceTo("settlement_id", () => settlements.id),
    transaction: text("transaction").notNull(),
    /** How many lines of this settlement are about the same transaction before this one. */
    nth: integer("nth").notNull(),
    reference: text("reference"),
    gross: minor("gross").notNull(),
    fee: minor("fee"),
    currency: text("currency").notNull(),
    /** The matching payment; null while there is none. */
    transactionId: reference("transaction_id").references(() => providerTransactions.id),
    /** The amount posted from clearing to the bank; null when there was none. */
    booked: minor("booked"),
  },
  (t) => [
    unique("settlement_lines_once").on(t.settlementId, t.transaction, t.nth),
    index("settlement_lines_unmatched").on(t.settlementId).where(sql`${t.transactionId} is null`),
    index("settlement_lines_transaction").on(t.transactionId),
    uniqueIndex("settlement_lines_posted_once").on(t.transactionId).where(sql`${t.booked} is not null`),
    check("settlement_lines_posted", sql`${t.booked} is null or ${t.transactionId} is not null`),
  ],
);

/**
 * Kinds of discrepancies between a settlement and the ledger: money that is `missing_in_ledger` or
 * `missing_at_provider`, another amount, fee or currency, a transaction settled twice, or a payout that is
 * not the sum of its lines. Beside them, a provider's reports about one transaction that contradict the
 * ledger: it `changed`, it was refunded elsewhere and `charged_back` too, or a further dispute was `lost`.
 */
export const DIFFERENCES = [
  "missing_in_ledger",
  "missing_at_provider",
  "amount",
  "fee",
  "currency",
  "doubled",
  "total",
  "changed",
  "charged_back",
  "lost",
] as const;

/** Discrepancies of settlements, until they are resolved or an admin accepts them with a reason. */
export const settlementDiscrepancies = pgTable(
  "settlement_discrepancies",
  {
    id: identity(),
    provider: text("provider").notNull(),
    kind: choice("kind", DIFFERENCES),
    /** The provider's name of the settlement; null outside of any. */
    settlement: text("settlement"),
    /** The provider's name of the transaction; null where the discrepancy concerns the whole settlement. */
    transaction: text("transaction"),
    /** The line of the discrepancy, and the payment. */
    lineId: reference("line_id").references(() => settlementLines.id),
    transactionId: reference("transaction_id").references(() => providerTransactions.id),
    /** Our and the provider's figures: amounts or fees, in minor units of the currency. */
    ledgerAmount: minor("ledger_amount"),
    providerAmount: minor("provider_amount"),
    currency: text("currency").notNull(),
    detectedAt: instant("detected_at").notNull().defaultNow(),
    state: choice("state", ["open", "acknowledged", "gone"]).default("open"),
    endedAt: instant("ended_at"),
    endedBy: text("ended_by"),
    reason: text("reason"),
  },
  (t) => [
    uniqueIndex("settlement_discrepancies_line").on(t.lineId, t.kind).where(sql`${t.lineId} is not null`),
    uniqueIndex("settlement_discrepancies_missing_at_provider")
      .on(t.transactionId)
      .where(sql`${t.kind} = 'missing_at_provider'`),
    uniqueIndex("settlement_discrepancies_transaction")
      .on(t.transactionId, t.kind)
      .where(sql`${t.kind} in ('changed', 'charged_back', 'lost')`),
    uniqueIndex("settlement_discrepancies_total")
      .on(t.provider, t.settlement)
      .where(sql`${t.kind} = 'total'`),
    index("settlement_discrepancies_open").on(t.id).where(sql`${t.state} = 'open'`),
    isOneOf("settlement_discrepancies_kind", t.kind),
    isOneOf("settlement_discrepancies_state", t.state),
    check("settlement_discrepancies_ended", sql`(${t.state} = 'open') = (${t.endedAt} is null)`),
    check(
      "settlement_discrepancies_acknowledged",
      sql`(${t.state} = 'acknowledged') = (${t.endedBy} is not null and ${t.reason} is not null)`,
    ),
  ],
);

/** The time when each provider's settlements were last compared with the ledger. */
export const settlementChecks = pgTable("settlement_checks", {
  provider: text("provider").primaryKey(),
  attemptedAt: instant("attempted_at").notNull(),
  comparedAt: instant("compared_at"),
  /** The reason why the last check failed. */
  failure: text("failure"),
});
