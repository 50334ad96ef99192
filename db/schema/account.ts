import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { identity, instant, minor, reference } from "./columns.ts";

/** People who sign in. A reseller's row in `resellers` has the same id. */
export const accounts = pgTable(
  "accounts",
  {
    id: identity(),
    role: text("role", { enum: ["reseller", "admin"] }).notNull(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    passwordHash: text("password_hash").notNull(),
    /** A generated password lets its owner in only to choose their own. */
    passwordGenerated: boolean("password_generated").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    closedAt: instant("closed_at"),
  },
  (t) => [
    uniqueIndex("accounts_email").on(sql`lower(${t.email})`),
    check("accounts_role", sql`${t.role} in ('reseller', 'admin')`),
  ],
);

/** The tenants: what a reseller may do and at which price. */
export const resellers = pgTable(
  "resellers",
  {
    id: reference("id")
      .primaryKey()
      .references(() => accounts.id),
    level: text("level", { enum: ["smart_earner", "affiliate", "top_user", "api"] }).notNull(),
    state: text("state", { enum: ["active", "restricted", "closed"] })
      .notNull()
      .default("active"),
    /** The most that may be spent in one day of `TIME_ZONE`; null is no limit. */
    dailyLimit: minor("daily_limit"),
  },
  (t) => [
    check("resellers_level", sql`${t.level} in ('smart_earner', 'affiliate', 'top_user', 'api')`),
    check("resellers_state", sql`${t.state} in ('active', 'restricted', 'closed')`),
    check("resellers_daily_limit", sql`${t.dailyLimit} >= 0`),
  ],
);

/** One row per sign-in, read on every request: ending it ends every copy of the cookie. */
export const sessions = pgTable(
  "sessions",
  {
    id: identity(),
    /** SHA-256 of the secret that the cookie carries. */
    secretHash: text("secret_hash").notNull().unique("sessions_secret_hash"),
    accountId: reference("account_id")
      .notNull()
      .references(() => accounts.id),
    address: text("address"),
    agent: text("agent"),
    createdAt: instant("created_at").notNull().defaultNow(),
    seenAt: instant("seen_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (t) => [index("sessions_account").on(t.accountId, t.createdAt)],
);

/** Failures lately, per bucket ("account:…", "address:…"); each makes the next try wait longer. */
export const throttles = pgTable("throttles", {
  bucket: text("bucket").primaryKey(),
  failures: integer("failures").notNull(),
  freeAt: instant("free_at").notNull(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
