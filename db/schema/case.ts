import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { identity, instant, reference } from "./columns.ts";
import { wallets } from "./ledger.ts";
import { purchases } from "./purchase.ts";
import { orders } from "./shop.ts";

/** What somebody saw who says that their data did not come. */
export const SEEN = ["nothing", "less", "other"] as const;

/** A purchase of which its reseller says that the customer did not receive it. */
export const cases = pgTable(
  "cases",
  {
    id: identity(),
    /** One case each: a second look reopens it. */
    purchaseId: reference("purchase_id")
      .notNull()
      .unique("cases_purchase")
      .references(() => purchases.id),
    resellerId: reference("reseller_id")
      .notNull()
      .references(() => wallets.resellerId),
    seen: text("seen", { enum: SEEN }).notNull(),
    /** Who is next: the desk, or the number's owner through the reseller. */
    state: text("state", { enum: ["desk", "owner", "closed"] })
      .notNull()
      .default("desk"),
    /** How it was closed. Money that came back otherwise ends a case as well, whatever stands here. */
    outcome: text("outcome", { enum: ["delivered", "money_back"] }),
    /** By when the desk answers, as the reseller was told. */
    answerBy: instant("answer_by").notNull(),
    /** The order in which cases are due; unique enough to page by. */
    due: bigint("due", { mode: "number" }).generatedAlwaysAs(
      sql`(extract(epoch from answer_by at time zone 'UTC')::bigint * 1000000 + id % 1000000)`,
    ),
    openedAt: instant("opened_at").notNull().defaultNow(),
    changedAt: instant("changed_at").notNull().defaultNow(),
    /** Once it may be. */
    reopened: boolean("reopened").notNull().default(false),
    /** One more with each word: an answer says which one it was made from. */
    version: integer("version").notNull().default(0),
  },
  (t) => [
    index("cases_reseller").on(t.resellerId, t.id),
    index("cases_due").on(t.due),
    index("cases_open").on(t.answerBy).where(sql`${t.state} <> 'closed'`),
    check("cases_seen", sql`${t.seen} in ('nothing', 'less', 'other')`),
    check("cases_state", sql`${t.state} in ('desk', 'owner', 'closed')`),
    check("cases_outcome", sql`${t.outcome} in ('delivered', 'money_back')`),
    check("cases_closed", sql`(${t.state} = 'closed') = (${t.outcome} is not null)`),
  ],
);

/** What was said in a case. Texts are erased some time after it was closed; the rest stays. */
export const caseWords = pgTable(
  "case_words",
  {
    id: identity(),
    caseId: reference("case_id")
      .notNull()
      .references(() => cases.id),
    at: instant("at").notNull().defaultNow(),
    kind: text("kind", {
      enum: ["opened", "reply", "reopened", "delivered", "money_back", "asking", "owner"],
    }).notNull(),
    /** The admin who answered; null where the reseller speaks. */
    adminId: reference("admin_id").references(() => accounts.id),
    /** Read by the reseller; null where nothing was said, or where it was erased. */
    text: text("text"),
    /** For admins only. */
    note: text("note"),
    /** The time that this answer promised. */
    answerBy: instant("answer_by"),
    erasedAt: instant("erased_at"),
  },
  (t) => [
    index("case_words_case").on(t.caseId, t.id),
    index("case_words_to_erase").on(t.at).where(sql`${t.erasedAt} is null`),
    check(
      "case_words_kind",
      sql`${t.kind} in ('opened', 'reply', 'reopened', 'delivered', 'money_back', 'asking', 'owner')`,
    ),
    check(
      "case_words_said_by",
      sql`(${t.adminId} is null and ${t.note} is null) or ${t.kind} not in ('opened', 'reply', 'reopened')`,
    ),
  ],
);

/** The one row that says how cases are answered. Admins change it. */
export const caseRules = pgTable(
  "case_rules",
  {
    id: integer("id").primaryKey().default(1),
    /** How soon the desk answers, in hours. */
    answerHours: integer("answer_hours").notNull().default(24),
    /** How long after it was bought a case of a purchase may be opened, in days. */
    openDays: integer("open_days").notNull().default(14),
    /** How a number's owner checks their balance, in the operator's words, by the network's id. */
    checks: jsonb("checks").$type<Record<string, string>>().notNull().default({}),
    version: integer("version").notNull().default(0),
  },
  (t) => [
    check("case_rules_single", sql`${t.id} = 1`),
    check("case_rules_times", sql`${t.answerHours} between 1 and 336 and ${t.openDays} between 1 and 90`),
  ],
);

/** What a customer says to a shop about an order that was delivered, and what the shop says. */
export const complaints = pgTable(
  "complaints",
  {
    id: identity(),
    orderId: reference("order_id")
      .notNull()
      .references(() => orders.id),
    resellerId: reference("reseller_id").notNull(),
    /** The purchase that delivered it: one complaint each. */
    purchaseId: reference("purchase_id")
      .notNull()
      .unique("complaints_purchase")
      .references(() => purchases.id),
    seen: text("seen", { enum: SEEN }).notNull(),
    /** In the customer's words; null where there were none, or where they were erased. */
    said: text("said"),
    madeAt: instant("made_at").notNull().defaultNow(),
    /** The shop's words to the customer. */
    answer: text("answer"),
    answeredAt: instant("answered_at"),
    /** When the shop passed it on to the operator, as a case of its purchase. */
    passedAt: instant("passed_at"),
    erasedAt: instant("erased_at"),
  },
  (t) => [
    index("complaints_order").on(t.orderId),
    index("complaints_open").on(t.resellerId).where(sql`${t.answeredAt} is null and ${t.passedAt} is null`),
    /** What the desk looks into: back with the shop once it has answered. */
    index("complaints_passed")
      .on(t.resellerId)
      .where(sql`${t.answeredAt} is null and ${t.passedAt} is not null`),
    index("complaints_to_erase").on(t.madeAt).where(sql`${t.erasedAt} is null`),
    check("complaints_seen", sql`${t.seen} in ('nothing', 'less', 'other')`),
  ],
);
