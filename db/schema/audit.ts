import { sql } from "drizzle-orm";
import { bigint, check, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { identity, instant, reference } from "./columns.ts";

/**
 * The change, its actor and reason, and the state before and after. Append-only, and without personal data: a
 * trigger moves that to `audit_personal` when a record is written.
 */
export const audit = pgTable(
  "audit",
  {
    id: identity(),
    at: instant("at").notNull().defaultNow(),
    /** "admin:3", "reseller:8", "token:5", "system:dispatch" (see `actorName`). */
    actor: text("actor").notNull(),
    address: text("address"),
    /** A verb in the terms of the domain: "purchase.placed", "wallet.credited", "reseller.level". */
    action: text("action").notNull(),
    /** The kind and id of the object: "purchase" and "DT…". */
    subject: text("subject").notNull(),
    subjectId: text("subject_id").notNull(),
    resellerId: reference("reseller_id"),
    /** The journal that moved the money, where money moved. */
    journalId: reference("journal_id").unique("audit_journal"),
    reason: text("reason"),
    before: jsonb("before"),
    after: jsonb("after"),
  },
  (t) => [
    index("audit_subject").on(t.subject, t.subjectId, t.id),
    index("audit_reseller").on(t.resellerId, t.id),
    /** Actions on a reseller, beside their purchases. */
    index("audit_reseller_account").on(t.resellerId, t.id).where(sql`${t.subject} <> 'purchase'`),
    index("audit_actor").on(t.actor, t.id),
    index("audit_action").on(t.action, t.id),
    index("audit_at").on(t.at),
    index("audit_admins").on(t.id).where(sql`${t.actor} like 'admin:%'`),
  ],
);

/**
 * Personal data of records: names, numbers, addresses, bank accounts, notes. Written with its record, and
 * erased on request; the record stays, with the day of the erasure.
 */
export const auditPersonal = pgTable(
  "audit_personal",
  {
    auditId: bigint("audit_id", { mode: "number" }).primaryKey(),
    /** Parts of the record's `before` and `after`, and its `reason` if it names an address or number. */
    facts: jsonb("facts").$type<PersonalFacts>(),
    erasedAt: instant("erased_at"),
  },
  (t) => [check("audit_personal_erased", sql`(${t.facts} is null) = (${t.erasedAt} is not null)`)],
);

export interface PersonalFacts {
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  reason?: string;
}
