import { sql } from "drizzle-orm";
import { check, index, pgTable, text, unique } from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { choice, identity, instant, isOneOf, referenceTo } from "./columns.ts";

/**
 * Kinds of items in the review queue: purchases without an outcome, delivery issues,
 * approval requests, bank transfers and level upgrades.
 */
export const REVIEW_KINDS = ["unconfirmed", "issue", "approval", "transfer", "upgrade"] as const;

/** The admin who handles an item of the review queue. It locks nothing: others see it and choose another. */
export const reviewAssignments = pgTable(
  "review_assignments",
  {
    id: identity(),
    kind: choice("kind", REVIEW_KINDS),
    /** The ident of its purchase, or its id. */
    item: text("item").notNull(),
    adminId: referenceTo("admin_id", () => accounts.id),
    assignedAt: instant("assigned_at").notNull().defaultNow(),
  },
  (t) => [
    unique("review_assignments_item_key").on(t.kind, t.item),
    index("review_assignments_old").on(t.assignedAt),
    isOneOf("review_assignments_kind", t.kind),
    check("review_assignments_item", sql`length(${t.item}) between 1 and 40`),
  ],
);

/** Texts that admins use again: replies to resellers, and reasons for the audit log. Shared by all admins. */
export const savedReplies = pgTable(
  "saved_replies",
  {
    id: identity(),
    /** The admin who saved it. */
    ownerId: referenceTo("owner_id", () => accounts.id),
    /** Where it is offered. */
    field: choice("field", ["text", "reason"]),
    text: text("text").notNull(),
    savedAt: instant("saved_at").notNull().defaultNow(),
  },
  (t) => [
    isOneOf("saved_replies_field", t.field),
    check("saved_replies_text", sql`length(${t.text}) between 1 and 500`),
  ],
);
