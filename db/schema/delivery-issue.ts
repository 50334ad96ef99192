import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { choice, identity, instant, isOneOf, reference, referenceTo } from "./columns.ts";
import { purchases } from "./purchase.ts";
import { orders } from "./shop.ts";
import { wallets } from "./wallet.ts";

/** Symptoms that a reseller or customer can report. */
export const SYMPTOMS = ["nothing", "less", "other"] as const;

/** A delivered purchase that its customer did not receive, as the reseller reports. */
export const deliveryIssues = pgTable(
  "delivery_issues",
  {
    id: identity(),
    /** One issue per purchase: a second report reopens it. */
    purchaseId: reference("purchase_id")
      .notNull()
      .unique("delivery_issues_purchase")
      .references(() => purchases.id),
    resellerId: referenceTo("reseller_id", () => wallets.resellerId),
    symptom: choice("symptom", SYMPTOMS),
    /** The actor of the next step: an admin (`admin`), or the number's owner through the reseller. */
    state: choice("state", ["admin", "customer", "closed"]).default("admin"),
    /** The result. A refund in another way also ends an issue, whatever this says. */
    outcome: text("outcome", { enum: ["delivered", "money_back"] }),
    /** The reply time that the reseller was promised. */
    answerBy: instant("answer_by").notNull(),
    /** The order in which issues are due; unique enough to page by. */
    due: bigint("due", { mode: "number" }).generatedAlwaysAs(
      sql`(extract(epoch from answer_by at time zone 'UTC')::bigint * 1000000 + id % 1000000)`,
    ),
    openedAt: instant("opened_at").notNull().defaultNow(),
    changedAt: instant("changed_at").notNull().defaultNow(),
    /** An issue can be reopened once. */
    reopened: boolean("reopened").notNull().default(false),
    /** Increases with each message, so that a reply names the version it was made from. */
    version: integer("version").notNull().default(0),
  },
  (t) => [
    index("delivery_issues_reseller").on(t.resellerId, t.id),
    index("delivery_issues_due").on(t.due),
    index("delivery_issues_open").on(t.answerBy).where(sql`${t.state} <> 'closed'`),
    isOneOf("delivery_issues_symptom", t.symptom),
    isOneOf("delivery_issues_state", t.state),
    isOneOf("delivery_issues_outcome", t.outcome),
    check("delivery_issues_closed", sql`(${t.state} = 'closed') = (${t.outcome} is not null)`),
  ],
);

/** Messages of an issue. Their texts are erased some time after it was closed; the rest stays. */
export const deliveryIssueMessages = pgTable(
  "delivery_issue_messages",
  {
    id: identity(),
    deliveryIssueId: referenceTo("delivery_issue_id", () => deliveryIssues.id),
    at: instant("at").notNull().defaultNow(),
    kind: choice("kind", ["opened", "reply", "reopened", "delivered", "money_back", "asking", "customer"]),
    /** The admin who replied; null for the reseller's messages. */
    adminId: reference("admin_id").references(() => accounts.id),
    /** Shown to the reseller; null where it is empty or was erased. */
    text: text("text"),
    /** For admins only. */
    note: text("note"),
    /** The reply time that this message promised. */
    answerBy: instant("answer_by"),
    erasedAt: instant("erased_at"),
  },
  (t) => [
    index("delivery_issue_messages_issue").on(t.deliveryIssueId, t.id),
    index("delivery_issue_messages_to_erase").on(t.at).where(sql`${t.erasedAt} is null`),
    isOneOf("delivery_issue_messages_kind", t.kind),
    check(
      "delivery_issue_messages_author",
      sql`(${t.adminId} is null and ${t.note} is null) or ${t.kind} not in ('opened', 'reply', 'reopened')`,
    ),
  ],
);

/** A customer's complaint to a shop about a delivered order, and the shop's reply. */
export const complaints = pgTable(
  "complaints",
  {
    id: identity(),
    orderId: referenceTo("order_id", () => orders.id),
    resellerId: reference("reseller_id").notNull(),
    /** The purchase that delivered it: one complaint each. */
    purchaseId: reference("purchase_id")
      .notNull()
      .unique("complaints_purchase")
      .references(() => purchases.id),
    symptom: choice("symptom", SYMPTOMS),
    /** The customer's text; null where it is empty or was erased. */
    details: text("details"),
    madeAt: instant("made_at").notNull().defaultNow(),
    /** The shop's reply to the customer. */
    answer: text("answer"),
    answeredAt: instant("answered_at"),
    /** The time when the shop escalated it to the operator, as a delivery issue of its purchase. */
    escalatedAt: instant("escalated_at"),
    erasedAt: instant("erased_at"),
  },
  (t) => [
    index("complaints_order").on(t.orderId),
    index("complaints_open")
      .on(t.resellerId)
      .where(sql`${t.answeredAt} is null and ${t.escalatedAt} is null`),
    /** Complaints that admins handle: back with the shop after their reply. */
    index("complaints_escalated")
      .on(t.resellerId)
      .where(sql`${t.answeredAt} is null and ${t.escalatedAt} is not null`),
    index("complaints_to_erase").on(t.madeAt).where(sql`${t.erasedAt} is null`),
    isOneOf("complaints_symptom", t.symptom),
  ],
);
