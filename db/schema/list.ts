import { index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { identity, instant, referenceTo } from "./columns.ts";
import { wallets } from "./wallet.ts";

/** Files and pasted texts as they were read, so that their columns can be chosen again, for at most two days. */
export const readLists = pgTable(
  "read_lists",
  {
    id: identity(),
    resellerId: referenceTo("reseller_id", () => wallets.resellerId),
    /** The key of the batch or the import that the list became. */
    key: text("key").notNull(),
    /** The plan for rows that name none. */
    planId: integer("plan_id"),
    /** The cells of all shown sheets. */
    sheets: jsonb("sheets").notNull(),
    /** The sheet and the columns that its rows come from. */
    reading: jsonb("reading").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [unique("read_lists_key").on(t.resellerId, t.key), index("read_lists_created").on(t.createdAt)],
);
