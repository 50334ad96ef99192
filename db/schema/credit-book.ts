import { sql } from "drizzle-orm";
import { check, date, index, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { identity, instant, minor, reference, referenceTo } from "./columns.ts";
import { purchases } from "./purchase.ts";
import { wallets } from "./wallet.ts";

/** Sales that a reseller's customers pay later: the reseller's own notebook, by which no money moves. */
export const creditSales = pgTable(
  "credit_sales",
  {
    id: identity(),
    resellerId: referenceTo("reseller_id", () => wallets.resellerId),
    /** Comes with the form: sent twice, it is one sale. */
    key: text("key").notNull(),
    /** The customer's, in E.164. */
    phone: text("phone").notNull(),
    /** The customer's name as it was entered, or empty. */
    name: text("name").notNull().default(""),
    /** The goods: "MTN 1 GB". */
    what: text("what").notNull(),
    /** The purchase that was sold, where it is one. */
    purchaseId: reference("purchase_id").references(() => purchases.id),
    amount: minor("amount").notNull(),
    /** The sum of its payments that weren't undone. */
    paid: minor("paid").notNull().default(sql`0`),
    dueOn: date("due_on").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** A wrong entry. */
    undoneAt: instant("undone_at"),
    /** Since when nothing is owed: it was paid in full, or undone. */
    endedAt: instant("ended_at"),
  },
  (t) => [
    unique("credit_sales_key").on(t.resellerId, t.key),
    /** A purchase is in the book once. */
    uniqueIndex("credit_sales_purchase").on(t.purchaseId).where(sql`${t.undoneAt} is null`),
    index("credit_sales_reseller").on(t.resellerId, t.id),
    index("credit_sales_phone").on(t.phone, t.resellerId, t.id),
    /** Debts to a reseller. */
    index("credit_sales_owed").on(t.resellerId, t.phone, t.dueOn).where(sql`${t.endedAt} is null`),
    index("credit_sales_ended").on(t.endedAt).where(sql`${t.endedAt} is not null`),
    check("credit_sales_amount", sql`${t.amount} between 1 and 100000000000`),
    check("credit_sales_paid", sql`${t.paid} between 0 and ${t.amount}`),
    check("credit_sales_undone", sql`${t.undoneAt} is null or ${t.paid} = 0`),
    check(
      "credit_sales_end",
      sql`(${t.endedAt} is null) = (${t.undoneAt} is null and ${t.paid} < ${t.amount})`,
    ),
    check("credit_sales_lengths", sql`length(${t.name}) <= 60 and length(${t.what}) between 1 and 100`),
  ],
);

/** Payments of a customer for such sales: one that covers several sales has a row for each, with one key. */
export const creditPayments = pgTable(
  "credit_payments",
  {
    id: identity(),
    resellerId: referenceTo("reseller_id", () => wallets.resellerId),
    /** Comes with the form: sent twice, it is one payment. */
    key: text("key").notNull(),
    saleId: referenceTo("sale_id", () => creditSales.id, { onDelete: "cascade" }),
    amount: minor("amount").notNull(),
    paidAt: instant("paid_at").notNull().defaultNow(),
    undoneAt: instant("undone_at"),
  },
  (t) => [
    unique("credit_payments_key").on(t.resellerId, t.key, t.saleId),
    index("credit_payments_sale").on(t.saleId, t.id),
    check("credit_payments_amount", sql`${t.amount} > 0`),
  ],
);
