import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { identity, instant, referenceTo } from "./columns.ts";
import { wallets } from "./wallet.ts";

/** A reseller's saved customers: visible to that reseller alone, and erased on request. */
export const customers = pgTable(
  "customers",
  {
    id: identity(),
    resellerId: referenceTo("reseller_id", () => wallets.resellerId),
    /** In E.164. */
    phone: text("phone").notNull(),
    /** Empty where it is unknown. */
    name: text("name").notNull().default(""),
    note: text("note").notNull().default(""),
    /** The plan that they usually buy; null where none was chosen. */
    planId: integer("plan_id"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("customers_phone").on(t.resellerId, t.phone),
    index("customers_reseller").on(t.resellerId, t.id),
    check("customers_lengths", sql`length(${t.name}) <= 60 and length(${t.note}) <= 200`),
  ],
);

/** Rows of an import of customers, until they are saved or discarded, for at most a day. */
export const customerImports = pgTable(
  "customer_imports",
  {
    id: identity(),
    resellerId: referenceTo("reseller_id", () => wallets.resellerId),
    /** Comes with the form: sent twice, it is one import. */
    key: text("key").notNull(),
    lines: jsonb("lines").$type<ImportLine[]>().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("customer_imports_key").on(t.resellerId, t.key),
    index("customer_imports_created").on(t.createdAt),
  ],
);

/** A row as it was written; `phone` is null where `number` isn't a mobile number. */
export interface ImportLine {
  number: string;
  name: string;
  plan: string;
  note: string;
  phone: string | null;
}
