import { sql } from "drizzle-orm";
import { check, index, pgTable, text, unique } from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { identity, instant, reference } from "./columns.ts";

/** Kinds of items in the review queue: purchases without an outcome, delivery issues, approval requests, bank transfers and level upgrades. */
export const REVIEW_KINDS = ["unconfirmed", "issue", "approval", "transfer", "upgrade"] as const;

/** The admin who handles an item of the review queue. It locks nothing: others see it and choose another item. */
export const reviewAssignments = pgTable(
  "review_assignments",
  {
    id: identity(),
    kind: text("kind", { enum: REVIEW_KINDS }).notNull(),
    /** The ident of its purchase, or its id. */
    item: text("item").notNull(),
    adminId: reference("admin_id")
      .notNull()
      .references(() => accounts.id),
    assignedAt: instant("assigned_at").notNull().defaultNow(),
  },
  (t) => [
    unique("review_assignments_item_key").on(t.kind, t.item),
    index("review_assignments_old").on(t.assignedAt),
    check(
      "review_assignments_kind",
      sql`${t.kind} in ('unconfirmed', 'issue', 'approval', 'transfer', 'upgrade')`,
    ),
    check("review_assignments_item", sql`length(${t.item}) between 1 and 40`),
  ],
);

/** Texts that admins use again: replies to resellers, and reasons for the audit log. All admins share them. */
export const savedReplies = pgTable(
  "saved_replies",
  {
    id: identity(),
    /** The admin who saved it. */
    ownerId: reference("owner_id")
      .notNull()
      .references(() => accounts.id),
    /** Where it is offered. */
    field: text("field", { enum: ["text", "reason"] }).notNull(),
    text: text("text").notNull(),
    savedAt: instant("saved_at").notNull().defaultNow(),
  },
  (t) => [
    check("saved_replies_field", sql`${t.field} in ('text', 'reason')`),
    check("saved_replies_text", sql`length(${t.text}) between 1 and 500`),
  ],
);
