import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { accounts, resellers } from "./account.ts";
import { instant, minor, reference, referenceTo } from "./columns.ts";

/** People who sell for a reseller, from the reseller's wallet. The id is that of their account. */
export const helpers = pgTable(
  "helpers",
  {
    id: reference("id")
      .primaryKey()
      .references(() => accounts.id),
    resellerId: referenceTo("reseller_id", () => resellers.id),
    /** The maximum that they spend in one day of `TIME_ZONE`; null means unlimited. */
    dailyLimit: minor("daily_limit"),
    /** Names of `lib/core/helper-permission`. */
    permissions: text("permissions").array().notNull().default(sql`'{}'`),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Increases with each change of limit or permissions: a form names the version it was made from. */
    version: integer("version").notNull().default(1),
  },
  (t) => [
    index("helpers_reseller").on(t.resellerId, t.id),
    /** For purchases, whose helper is one of their reseller. */
    unique("helpers_of_reseller").on(t.id, t.resellerId),
    check("helpers_daily_limit", sql`${t.dailyLimit} > 0`),
  ],
);
