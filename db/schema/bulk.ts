import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { identity, instant, minor, reference } from "./columns.ts";
import { wallets } from "./ledger.ts";
import { purchases } from "./purchase.ts";

/** Many purchases that a reseller makes by one list. A draft charges nothing; a run that was begun buys row after row. */
export const bulkRuns = pgTable(
  "bulk_runs",
  {
    id: identity(),
    resellerId: reference("reseller_id")
      .notNull()
      .references(() => wallets.resellerId),
    /** Of the form that made it: sent twice, it is one run. The refs of its purchases are made of it. */
    key: text("key").notNull(),
    /** The file's name, or null where numbers were pasted. */
    fileName: text("file_name"),
    state: text("state", { enum: ["draft", "running", "cancelled"] })
      .notNull()
      .default("draft"),
    /** Why a run does not go on; null while it does. */
    pause: text("pause", {
      enum: ["asked", "money", "limit", "room", "service", "price", "restricted"],
    }),
    /** Counts what changed in a draft, or in the prices of what is left: whoever confirms names the one they saw. */
    version: integer("version").notNull().default(0),
    createdAt: instant("created_at").notNull().defaultNow(),
    startedAt: instant("started_at"),
    /** Since when nothing of it waits to be placed, or to be cancelled. */
    doneAt: instant("done_at"),
    /** When it is looked at next, and how often in a row it could not go on. */
    nextLookAt: instant("next_look_at").notNull().defaultNow(),
    looks: integer("looks").notNull().default(0),
  },
  (t) => [
    unique("bulk_runs_key").on(t.resellerId, t.key),
    index("bulk_runs_reseller").on(t.resellerId, t.id),
    index("bulk_runs_open").on(t.id).where(sql`${t.state} <> 'draft' and ${t.doneAt} is null`),
    /** What background work looks at. */
    index("bulk_runs_next")
      .on(t.resellerId, t.nextLookAt, t.id)
      .where(
        sql`${t.state} <> 'draft' and ${t.doneAt} is null
          and (${t.pause} is null or ${t.pause} in ('money', 'limit', 'room', 'service'))`,
      )
      .concurrently(),
    check("bulk_runs_state", sql`${t.state} in ('draft', 'running', 'cancelled')`),
    check(
      "bulk_runs_pause",
      sql`${t.pause} is null or (${t.state} = 'running'
        and ${t.pause} in ('asked', 'money', 'limit', 'room', 'service', 'price', 'restricted'))`,
    ),
    check("bulk_runs_started", sql`(${t.state} = 'draft') = (${t.startedAt} is null)`),
    check("bulk_runs_done", sql`${t.doneAt} is null or ${t.state} <> 'draft'`),
  ],
);

/** One line of such a list: as it was written, what it was understood as, and what became of it. */
export const bulkRows = pgTable(
  "bulk_rows",
  {
    id: identity(),
    runId: reference("run_id")
      .notNull()
      .references(() => bulkRuns.id, { onDelete: "cascade" }),
    line: integer("line").notNull(),
    number: text("number").notNull(),
    plan: text("plan").notNull(),
    note: text("note").notNull(),
    /** What the customer pays, as it was written and as it was understood; null where it is no such amount. */
    retailText: text("retail_text").notNull().default(""),
    retail: minor("retail"),
    /** The recipient in E.164; null where `number` is none. */
    phone: text("phone"),
    /** The plan that `plan` names; null where it names none, or several. */
    planId: integer("plan_id"),
    /** What its reader was shown; nothing is bought at another price. */
    price: minor("price"),
    /** What they were shown before, when the price changed. */
    priceWas: minor("price_was"),
    /** Why it is not bought as it stands. */
    problem: text("problem", {
      enum: ["number", "plan", "which", "off", "network", "other_network", "twice", "recent", "retail"],
    }),
    /** "It is right so": said of a row that was asked about. */
    meant: boolean("meant").notNull().default(false),
    /** `left` was not bought because of its problem. */
    state: text("state", { enum: ["waiting", "placed", "left", "cancelled"] })
      .notNull()
      .default("waiting"),
    purchaseId: reference("purchase_id").references(() => purchases.id),
    /** The row that this one tries again: each is tried again once. */
    againOf: reference("again_of"),
  },
  (t) => [
    unique("bulk_rows_line").on(t.runId, t.line),
    index("bulk_rows_run").on(t.runId, t.id),
    unique("bulk_rows_purchase").on(t.purchaseId),
    unique("bulk_rows_again_of").on(t.againOf),
    check("bulk_rows_state", sql`${t.state} in ('waiting', 'placed', 'left', 'cancelled')`),
    check("bulk_rows_placed", sql`(${t.state} = 'placed') = (${t.purchaseId} is not null)`),
    check("bulk_rows_left", sql`${t.state} <> 'left' or ${t.problem} is not null`),
  ],
);
