import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { identity, instant, reference } from "./columns.ts";

/** Who changed what, why, and how it was before and after. Append-only. */
export const audit = pgTable(
  "audit",
  {
    id: identity(),
    at: instant("at").notNull().defaultNow(),
    /** "admin:3", "reseller:8", "token:5", "system:dispatch" (see `actorName`). */
    actor: text("actor").notNull(),
    address: text("address"),
    /** A verb in the field's words: "purchase.placed", "wallet.credited", "reseller.level". */
    action: text("action").notNull(),
    /** What it was done to: its kind and id, "purchase" and "DT…". */
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
    /** What was done to a reseller, beside what they bought. */
    index("audit_reseller_account").on(t.resellerId, t.id).where(sql`${t.subject} <> 'purchase'`),
    index("audit_actor").on(t.actor, t.id),
    index("audit_action").on(t.action, t.id),
    index("audit_at").on(t.at),
    index("audit_admins").on(t.id).where(sql`${t.actor} like 'admin:%'`),
  ],
);
