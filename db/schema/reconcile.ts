import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { choice, identity, instant, isOneOf, minor, reference, referenceTo } from "./columns.ts";
import { purchases } from "./purchase.ts";
import { suppliers } from "./supplier.ts";

/** The one row with the counter of what the chain concludes from. */
export const chainBasis = pgTable(
  "chain_basis",
  {
    id: integer("id").primaryKey().default(1),
    /** Increases whenever the chain's input changes, so that a conclusion from older input is discarded. */
    basis: integer("basis").notNull().default(0),
  },
  (t) => [check("chain_basis_single", sql`${t.id} = 1`)],
);

/** Checkpoints of each supplier's chain: the last one of each hour, so that late information costs little. */
export const chainCheckpoints = pgTable(
  "chain_checkpoints",
  {
    supplierId: integer("supplier_id")
      .notNull()
      .references(() => suppliers.id),
    hour: instant("hour").notNull(),
    /** The chain is walked up to here, without the attempts claimed from here on. */
    at: instant("at").notNull(),
    /** Responses up to here were included. */
    asOf: instant("as_of").notNull(),
    mark: text("mark").notNull(),
  },
  (t) => [
    // A version that knows no suppliers can't store a checkpoint with this key, so its chain ends: it would
    // take the purchases of all suppliers for those of one.
    primaryKey({ name: "chain_checkpoints_pkey", columns: [t.supplierId, t.hour] }),
    index("chain_checkpoints_at").on(t.at),
  ],
);

/**
 * Times in which a supplier's balance may have moved by anything, so that its chain starts again after them:
 * it was off, or the database was restored and lacks what happened.
 */
export const chainCuts = pgTable(
  "chain_cuts",
  {
    id: identity(),
    /** Null: all suppliers. */
    supplierId: integer("supplier_id").references(() => suppliers.id),
    earliest: instant("earliest").notNull(),
    latest: instant("latest").notNull(),
    recordedAt: instant("recorded_at").notNull().defaultNow(),
  },
  (t) => [check("chain_cuts_span", sql`${t.earliest} <= ${t.latest}`)],
);

/** The last findings of each supplier's chain, for admins. */
export const chainFindings = pgTable(
  "chain_findings",
  {
    /** The supplier. */
    id: integer("id").primaryKey().default(1),
    asOf: instant("as_of").notNull(),
    /** The balance moved without an explanation. */
    ruptured: boolean("ruptured").notNull(),
    /** By the attempt's id. */
    suggestions: jsonb("suggestions")
      .$type<Record<string, { outcome: "successful" | "failed" | null; words: string }>>()
      .notNull(),
  },
  (t) => [check("chain_findings_single", sql`${t.id} >= 1`)],
);

/** Movements of the upstream balance without a purchase: deposits above zero, spending below. Append-only. */
export const upstreamAdjustments = pgTable(
  "upstream_adjustments",
  {
    id: identity(),
    supplierId: integer("supplier_id")
      .notNull()
      .references(() => suppliers.id),
    amount: minor("amount").notNull(),
    /** It happened between these instants. */
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

/** Discrepancies in the upstream's responses: an admin reviews each. */
export const discrepancies = pgTable(
  "discrepancies",
  {
    id: identity(),
    /** Its subject, so that it is recorded once: "gap 12 15 -5000", "answer 31". */
    key: text("key").notNull().unique("discrepancies_key"),
    kind: choice("kind", ["rise", "fall", "answer", "ident", "failed_charged", "decision"]),
    supplierId: integer("supplier_id")
      .notNull()
      .references(() => suppliers.id),
    /** Its attempt; for a movement of the balance, the attempt after it. */
    attemptId: reference("attempt_id").notNull(),
    /** For a movement of the balance: the attempt before it, the amount, and the instants around it. */
    afterAttemptId: reference("after_attempt_id"),
    amount: minor("amount"),
    earliest: instant("earliest"),
    latest: instant("latest"),
    detail: text("detail").notNull(),
    seenAt: instant("seen_at").notNull().defaultNow(),
    closedAt: instant("closed_at"),
    /** "admin:3", or "system:reconcile" when an explanation was recorded meanwhile. */
    closedBy: text("closed_by"),
    reason: text("reason"),
    /** An acknowledged movement whose amount may hide an open purchase's charge: the chain is cut there. */
    cut: boolean("cut").notNull().default(false),
  },
  (t) => [
    index("discrepancies_open").on(t.id).where(sql`${t.closedAt} is null`),
    isOneOf("discrepancies_kind", t.kind),
  ],
);

/** Kinds of manual adjustments. */
export const MOVEMENT_KINDS = [
  "settle",
  "credit",
  "debit",
  "claw_back",
  "correction",
  "funding",
  "suspense",
  "reversal",
  /** An upstream deposit, as an admin recorded it. */
  "deposit",
  /** A settlement discrepancy that an admin accepted. */
  "settlement",
  /** A refund that an admin ended, so that its money is in suspense again. */
  "refund",
  /** An advance that its buyer doesn't return, and that the operator bears. */
  "write_off",
] as const;

/** Kinds of approval requests: `settings` are the approval settings, roles, and the payment instructions. */
export const PROPOSAL_KINDS = [...MOVEMENT_KINDS, "settings"] as const;

const quoted = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(", "));

/** Movements by one admin without approval; written in their transaction, and counted for a day. */
export const singleAdminMoves = pgTable(
  "single_admin_moves",
  {
    id: identity(),
    /** An account. */
    adminId: reference("admin_id").notNull(),
    kind: choice("kind", MOVEMENT_KINDS),
    amount: minor("amount").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [
    index("single_admin_moves_day").on(t.adminId, t.at),
    check("single_admin_moves_kind", sql`${t.kind} in (${quoted(MOVEMENT_KINDS)})`),
    check("single_admin_moves_amount", sql`${t.amount} >= 0`),
  ],
);

/** A movement of money that one admin requests and another has to approve. */
export const approvalRequests = pgTable(
  "approval_requests",
  {
    id: identity(),
    kind: choice("kind", PROPOSAL_KINDS).default("settle"),
    /** The purchase to settle or reverse. */
    purchaseId: reference("purchase_id").references(() => purchases.id),
    /** The result to settle it with. */
    outcome: text("outcome", { enum: ["successful", "failed"] }),
    /** The reseller whose money moves. */
    resellerId: reference("reseller_id").references(() => accounts.id),
    /** The amount; for a change of the settings, the daily sum. */
    amount: minor("amount"),
    /** The requester's total without approval within 24 hours, and the daily limit that it would exceed. */
    singleAdminTotal: minor("single_admin_total"),
    singleAdminLimit: minor("single_admin_limit"),
    /** Its one subject (a journal, a funding request), which has one open request at most. */
    about: text("about"),
    /** The other fields of its form. */
    input: jsonb("input").notNull().default({}),
    reason: text("reason").notNull(),
    requestedBy: referenceTo("requested_by", () => accounts.id),
    requestedAt: instant("requested_at").notNull().defaultNow(),
    endedAt: instant("ended_at"),
    endedBy: reference("ended_by").references(() => accounts.id),
    confirmed: boolean("confirmed"),
  },
  (t) => [
    uniqueIndex("approval_requests_open").on(t.purchaseId).where(sql`${t.endedAt} is null`),
    uniqueIndex("approval_requests_open_subject").on(t.kind, t.about).where(sql`${t.endedAt} is null`),
    check("approval_requests_kind", sql`${t.kind} in (${quoted(PROPOSAL_KINDS)})`),
    check(
      "approval_requests_outcome",
      sql`${t.kind} <> 'settle'
        or (${t.purchaseId} is not null and coalesce(${t.outcome} in ('successful', 'failed'), false))`,
    ),
    check(
      "approval_requests_moves",
      sql`${t.kind} in ('settle', 'settings') or coalesce(${t.amount} > 0, false)`,
    ),
    check(
      "approval_requests_two_admins",
      sql`${t.confirmed} is not true or coalesce(${t.endedBy} <> ${t.requestedBy}, false)`,
    ),
  ],
);
