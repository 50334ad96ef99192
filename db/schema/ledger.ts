import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  foreignKey,
  index,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { choice, identity, instant, minor, reference, referenceTo } from "./columns.ts";
import { purchases } from "./purchase.ts";
import { wallets } from "./wallet.ts";

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
      "commission",
      "commission_reversal",
      "send",
      "receive",
    ]),
    /** A purchase has exactly the journals of its state (`purchase_journals`). */
    purchaseId: reference("purchase_id").references(() => purchases.id),
    /** The journal that this one reverses; each can be reversed once. */
    reversesId: reference("reverses_id")
      .unique("journals_reversed_once")
      .references((): AnyPgColumn => journals.id),
    reason: text("reason"),
    /** The ref of the form that adjusted the wallet, or the message it paid: neither moves money again. */
    ref: text("ref"),
    actor: text("actor").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [
    /** Unique, so that an entry can refer to its journal's reseller. */
    unique("journals_reseller").on(t.resellerId, t.id),
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
      sql`${t.kind} ~ '^(credit|debit|claw_back|payment|refund|charge_back|charge_back_won|hold|settle|release|reversal|correction|upgrade|referral|referral_reversal|message|advance|advance_closed|advance_repaid|advance_waived|commission|commission_reversal|send|receive)$'`,
    ),
  ],
);

/** The postings of a journal, which sum to zero. Append-only. */
export const entries = pgTable(
  "entries",
  {
    id: identity(),
    journalId: reference("journal_id").notNull(),
    resellerId: reference("reseller_id").notNull(),
    account: choice("account", ["wallet", "held", "sales", "funding", "advanced"]),
    amount: minor("amount").notNull(),
    /** The account's balance after this entry. */
    balance: minor("balance").notNull(),
  },
  (t) => [
    foreignKey({
      name: "entries_journal_of_reseller",
      columns: [t.resellerId, t.journalId],
      foreignColumns: [journals.resellerId, journals.id],
    }),
    index("entries_journal").on(t.journalId),
    check("entries_account_name", sql`${t.account} ~ '^(wallet|held|sales|funding|advanced)$'`),
    check("entries_amount", sql`${t.amount} <> 0`),
  ],
);
