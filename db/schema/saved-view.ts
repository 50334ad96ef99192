import { sql } from "drizzle-orm";
import { boolean, check, date, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { identity, instant, referenceTo } from "./columns.ts";

/** A list's filters under a name: of one admin, or shared by all admins. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: identity(),
    ownerId: referenceTo("owner_id", () => accounts.id),
    /** The address of the list's page. */
    list: text("list").notNull(),
    name: text("name").notNull(),
    /** The filters as in an address, in the order of their names. */
    query: text("query").notNull(),
    shared: boolean("shared").notNull(),
    /** The day from which its days move along; null where they are fixed. */
    relativeFrom: date("relative_from", { mode: "string" }),
    savedAt: instant("saved_at").notNull().defaultNow(),
  },
  (t) => [
    index("saved_views_list").on(t.list),
    uniqueIndex("saved_views_private")
      .on(t.ownerId, t.list, sql`lower(${t.name})`)
      .where(sql`not ${t.shared}`),
    uniqueIndex("saved_views_shared").on(t.list, sql`lower(${t.name})`).where(sql`${t.shared}`),
    check("saved_views_list", sql`${t.list} like '/admin/%' and length(${t.list}) <= 100`),
    check("saved_views_name", sql`length(${t.name}) between 1 and 40`),
    check("saved_views_query", sql`length(${t.query}) between 1 and 500`),
  ],
);
