import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { identity, instant, minor, reference } from "./columns.ts";
import { purchases } from "./purchase.ts";

/** The one row that says how unconfirmed purchases are decided. Admins change it. */
export const reconciling = pgTable(
  "reconciling",
  {
    id: integer("id").primaryKey().default(1),
    /** Whether the balance chain settles by itself, or only proposes. */
    automatic: boolean("automatic").notNull().default(true),
    /** How long after its answer was given up a purchase may still be executed. */
    lateSeconds: integer("late_seconds").notNull().default(600),
    /** How long after its answer was given up the money of a charged purchase may come back. */
    refundSeconds: integer("refund_seconds").notNull().default(21_600),
    /** How old an answer is before the chain builds on it: until then, a top-up is recorded. */
    graceSeconds: integer("grace_seconds").notNull().default(600),
    /** What one admin moves alone within 24 hours, all kinds together: above it manual money needs approval. */
    secondAdminAbove: minor("second_admin_above").notNull().default(sql`500000`),
    /** One more with each change of what needs a second admin. */
    secondAdminVersion: integer("second_admin_version").notNull().default(1),
    /** Below this, the upstream's balance is low. */
    lowBalance: minor("low_balance").notNull().default(sql`5000000`),
    /** Up to here the chain has looked for moves that nothing explains. */
    scannedTo: instant("scanned_to").notNull().defaultNow(),
    /** One more with each change: a form says which one it was made from. */
    version: integer("version").notNull().default(1),
    /** One more whenever what the chain concludes from is another: whoever concluded from less stops. */
    basis: integer("basis").notNull().default(0),
  },
  (t) => [
    check("reconciling_single", sql`${t.id} = 1`),
    check(
      "reconciling_times",
      sql`${t.lateSeconds} > 0 and ${t.refundSeconds} >= ${t.lateSeconds} and ${t.graceSeconds} >= 0`,
    ),
  ],
);

/** How far the chain was walked: the last mark of each hour, so that what comes to be known late costs little. */
export const chainMarks = pgTable(
  "chain_marks",
  {
    hour: instant("hour").primaryKey(),
    /** Everything before is walked; what is claimed from here on is not. */
    at: instant("at").notNull(),
    /** Answers up to here were taken into account. */
    asOf: instant("as_of").notNull(),
    mark: text("mark").notNull(),
  },
  (t) => [index("chain_marks_at").on(t.at)],
);

/** The one row that says what the chain found last, for the desk. */
export const chainFindings = pgTable(
  "chain_findings",
  {
    id: integer("id").primaryKey().default(1),
    asOf: instant("as_of").notNull(),
    /** The balance moved in a way that nothing explains. */
    ruptured: boolean("ruptured").notNull(),
    /** By the attempt's id. */
    suggestions: jsonb("suggestions")
      .$type<Record<string, { outcome: "successful" | "failed" | null; words: string }>>()
      .notNull(),
  },
  (t) => [check("chain_findings_single", sql`${t.id} = 1`)],
);

/** Moves of the upstream's balance that no purchase made: top-ups above zero, other spending below. Append-only. */
export const upstreamAdjustments = pgTable(
  "upstream_adjustments",
  {
    id: identity(),
    amount: minor("amount").notNull(),
    /** Between which instants it happened. */
    earliest: instant("earliest").notNull(),
    latest: instant("latest").notNull(),
    reason: text("reason").notNull(),
    actor: text("actor").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [
    index("upstream_adjustments_latest").on(t.latest),
    check("upstream_adjustments_amount", sql`${t.amount} <> 0`),
    check("upstream_adjustments_span", sql`${t.earliest} <= ${t.latest}`),
  ],
);

/** What the upstream's answers say that does not fit: each is looked at by an admin. */
export const discrepancies = pgTable(
  "discrepancies",
  {
    id: identity(),
    /** What it is about, so that it is noted once: "gap 12 15 -5000", "answer 31". */
    key: text("key").notNull().unique("discrepancies_key"),
    kind: text("kind", { enum: ["rise", "fall", "answer", "ident", "failed_charged", "decision"] }).notNull(),
    /** The attempt it is about; for a move of the balance, the one after it. */
    attemptId: reference("attempt_id").notNull(),
    /** For a move of the balance: the attempt before it, how much, and between which instants. */
    afterAttemptId: reference("after_attempt_id"),
    amount: minor("amount"),
    earliest: instant("earliest"),
    latest: instant("latest"),
    detail: text("detail").notNull(),
    seenAt: instant("seen_at").notNull().defaultNow(),
    closedAt: instant("closed_at"),
    /** "admin:3", or "system:reconcile" when it was explained meanwhile. */
    closedBy: text("closed_by"),
    reason: text("reason"),
    /** An acknowledged move whose amount may hide the charge of an open purchase: the chain is cut there. */
    cut: boolean("cut").notNull().default(false),
  },
  (t) => [
    index("discrepancies_open").on(t.id).where(sql`${t.closedAt} is null`),
    check(
      "discrepancies_kind",
      sql`${t.kind} in ('rise', 'fall', 'answer', 'ident', 'failed_charged', 'decision')`,
    ),
  ],
);

/** Every way in which an admin moves money by hand. */
export const MOVEMENT_KINDS = [
  "settle",
  "credit",
  "debit",
  "claw_back",
  "correction",
  "funding",
  "suspense",
  "reversal",
  /** Money paid to the upstream, as an admin recorded it. */
  "deposit",
  /** A settlement discrepancy that an admin accepted. */
  "settlement",
  /** A refund that an admin ended, so that its money is in suspense again. */
  "refund",
] as const;

/** What can wait for a second admin: `settings` are the rules of that, roles, and the payment instructions. */
export const PROPOSAL_KINDS = [...MOVEMENT_KINDS, "settings"] as const;

const quoted = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(", "));

/** What an admin moved alone; written in the transaction that moves it, and counted for a day. */
export const movedAlone = pgTable(
  "moved_alone",
  {
    id: identity(),
    /** An account. */
    adminId: reference("admin_id").notNull(),
    kind: text("kind", { enum: MOVEMENT_KINDS }).notNull(),
    amount: minor("amount").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [
    index("moved_alone_day").on(t.adminId, t.at),
    check("moved_alone_kind", sql`${t.kind} in (${quoted(MOVEMENT_KINDS)})`),
    check("moved_alone_amount", sql`${t.amount} >= 0`),
  ],
);

/** What one admin wants to do with money and another has to confirm. */
export const decisions = pgTable(
  "decisions",
  {
    id: identity(),
    kind: text("kind", { enum: PROPOSAL_KINDS }).notNull().default("settle"),
    /** The purchase that is to be settled or reversed. */
    purchaseId: reference("purchase_id").references(() => purchases.id),
    /** As what it is to be settled. */
    outcome: text("outcome", { enum: ["successful", "failed"] }),
    /** Whose money moves. */
    resellerId: reference("reseller_id").references(() => accounts.id),
    /** How much moves; for a change of the rules, the daily sum. */
    amount: minor("amount"),
    /** What its proposer had moved alone within 24 hours, and the sum of a day that it would have been above. */
    dayMoved: minor("day_moved"),
    dayAbove: minor("day_above"),
    /** The one thing that it is about (a journal, a funding request): it waits once. */
    about: text("about"),
    /** What else its form said. */
    input: jsonb("input").notNull().default({}),
    reason: text("reason").notNull(),
    proposedBy: reference("proposed_by")
      .notNull()
      .references(() => accounts.id),
    proposedAt: instant("proposed_at").notNull().defaultNow(),
    endedAt: instant("ended_at"),
    endedBy: reference("ended_by").references(() => accounts.id),
    confirmed: boolean("confirmed"),
  },
  (t) => [
    uniqueIndex("decisions_open").on(t.purchaseId).where(sql`${t.endedAt} is null`),
    uniqueIndex("decisions_open_about").on(t.kind, t.about).where(sql`${t.endedAt} is null`),
    check("decisions_kind", sql`${t.kind} in (${quoted(PROPOSAL_KINDS)})`),
    check(
      "decisions_outcome",
      sql`${t.kind} <> 'settle' or (${t.purchaseId} is not null and ${t.outcome} in ('successful', 'failed'))`,
    ),
    check("decisions_moves", sql`${t.kind} = 'settle' or ${t.amount} > 0`),
    check("decisions_two_people", sql`${t.confirmed} is not true or ${t.endedBy} <> ${t.proposedBy}`),
  ],
);
