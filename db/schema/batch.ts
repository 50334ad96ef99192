import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { choice, identity, instant, isOneOf, minor, reference, referenceTo } from "./columns.ts";
import { helpers } from "./helper.ts";
import { purchases } from "./purchase.ts";
import { wallets } from "./wallet.ts";

/**
 * Purchases that a reseller makes from one list. A draft charges nothing; a batch that was
 * started buys row after row.
 */
export const batches = pgTable(
  "batches",
  {
    id: identity(),
    resellerId: referenceTo("reseller_id", () => wallets.resellerId),
    /** The helper who made it, and whose purchases it makes; null for the reseller. */
    helperId: reference("helper_id"),
    /** Comes with the form: sent twice, it is one batch. The refs of its purchases derive from it. */
    key: text("key").notNull(),
    /** The file's name, or null where numbers were pasted. */
    fileName: text("file_name"),
    state: choice("state", ["draft", "running", "cancelled"]).default("draft"),
    /** The reason why a batch is paused; null while it continues. */
    pause: text("pause", {
      enum: ["requested", "money", "limit", "room", "service", "price", "restricted"],
    }),
    /**
     * Counts changes of a draft, or of the remaining rows' prices: the confirmation names the
     * version its reseller saw.
     */
    version: integer("version").notNull().default(0),
    createdAt: instant("created_at").notNull().defaultNow(),
    startedAt: instant("started_at"),
    /** Since then, no row waits to be placed or cancelled. */
    doneAt: instant("done_at"),
    /** The time when it is due next, and how often in a row it could not continue. */
    dueAt: instant("due_at").notNull().defaultNow(),
    looks: integer("looks").notNull().default(0),
  },
  (t) => [
    foreignKey({
      name: "batches_helper",
      columns: [t.helperId, t.resellerId],
      foreignColumns: [helpers.id, helpers.resellerId],
    }),
    unique("batches_key").on(t.resellerId, t.key),
    index("batches_reseller").on(t.resellerId, t.id),
    index("batches_open").on(t.id).where(sql`${t.state} <> 'draft' and ${t.doneAt} is null`),
    /** Batches that background work handles. */
    index("batches_next")
      .on(t.resellerId, t.dueAt, t.id)
      .where(
        sql`${t.state} <> 'draft' and ${t.doneAt} is null
          and (${t.pause} is null or ${t.pause} in ('money', 'limit', 'room', 'service'))`,
      ),
    isOneOf("batches_state", t.state),
    check(
      "batches_pause",
      sql`${t.pause} is null or (${t.state} = 'running'
        and ${t.pause} in ('requested', 'money', 'limit', 'room', 'service', 'price', 'restricted'))`,
    ),
    check("batches_started", sql`(${t.state} = 'draft') = (${t.startedAt} is null)`),
    check("batches_done", sql`${t.doneAt} is null or ${t.state} <> 'draft'`),
  ],
);

/** A row of the list: its text, its interpretation and its result. */
export const batchRows = pgTable(
  "batch_rows",
  {
    id: identity(),
    batchId: referenceTo("batch_id", () => batches.id, { onDelete: "cascade" }),
    line: integer("line").notNull(),
    number: text("number").notNull(),
    plan: text("plan").notNull(),
    note: text("note").notNull(),
    /** The customer's price, as text and as an amount; null where the text isn't a valid amount. */
    sellingPriceText: text("selling_price_text").notNull().default(""),
    sellingPrice: minor("selling_price"),
    /** The recipient in E.164; null where `number` isn't valid. */
    phone: text("phone"),
    /** The plan that `plan` names; null where it names none, or several. */
    planId: integer("plan_id"),
    /** The price that the reseller saw; nothing is bought at another price. */
    price: minor("price"),
    /** The price that they saw before, when it changed. */
    previousPrice: minor("previous_price"),
    /** The reason why it can't be bought as it is. */
    problem: text("problem", {
      enum: [
        "number",
        "plan",
        "which",
        "off",
        "network",
        "other_network",
        "twice",
        "recent",
        "loss",
        "selling_price",
      ],
    }),
    /** The reseller confirmed a row with a warning. */
    confirmed: boolean("confirmed").notNull().default(false),
    /** `left` was not bought because of its problem. */
    state: choice("state", ["waiting", "placed", "left", "cancelled"]).default("waiting"),
    purchaseId: reference("purchase_id").references(() => purchases.id),
    /** The row that this one retries: each is retried once. */
    retryOf: reference("retry_of"),
  },
  (t) => [
    unique("batch_rows_line").on(t.batchId, t.line),
    index("batch_rows_batch").on(t.batchId, t.id),
    unique("batch_rows_purchase").on(t.purchaseId),
    unique("batch_rows_retry_of").on(t.retryOf),
    isOneOf("batch_rows_state", t.state),
    check("batch_rows_placed", sql`(${t.state} = 'placed') = (${t.purchaseId} is not null)`),
    check("batch_rows_skipped", sql`${t.state} <> 'left' or ${t.problem} is not null`),
  ],
);
