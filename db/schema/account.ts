import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { choice, identity, instant, isOneOf, minor, reference, referenceTo } from "./columns.ts";

/** People who sign in. A reseller's row in `resellers` has the same id. */
export const accounts = pgTable(
  "accounts",
  {
    id: identity(),
    role: choice("role", ["reseller", "admin", "helper"]),
    email: text("email").notNull(),
    name: text("name").notNull(),
    passwordHash: text("password_hash").notNull(),
    /** With a generated password, its owner can only choose their own. */
    passwordGenerated: boolean("password_generated").notNull(),
    /** The time when its owner last chose it; null when they never did. */
    passwordChosenAt: instant("password_chosen_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    closedAt: instant("closed_at"),
  },
  (t) => [uniqueIndex("accounts_email").on(sql`lower(${t.email})`), isOneOf("accounts_role", t.role)],
);

/** Resellers: their permissions and prices. */
export const resellers = pgTable(
  "resellers",
  {
    id: reference("id")
      .primaryKey()
      .references(() => accounts.id),
    level: choice("level", ["smart_earner", "affiliate", "top_user", "api"]),
    state: choice("state", ["active", "restricted", "closed"]).default("active"),
    /** The maximum spent in one day of `TIME_ZONE`; null means unlimited. */
    dailyLimit: minor("daily_limit"),
    /** Below this, admins see that the wallet is low; null is never. The reseller's own is in `wallets`. */
    adminLowBalanceThreshold: minor("admin_low_balance_threshold"),
    /** Whether their shop may be paid through the operator's account, where that is turned on at all. */
    collects: boolean("collects").notNull().default(false),
    /** The payer of messages to their customers; null: as the message settings say. */
    messagePayer: text("message_payer", { enum: ["operator", "wallet"] }),
    /** The reseller whose agent they are now (`agents`): prices are read by it without the pair's row. */
    parentId: reference("parent_id").references((): AnyPgColumn => resellers.id),
    /** Increases with each change of level, state or limit: a form names the version it was made from. */
    version: integer("version").notNull().default(1),
  },
  (t) => [
    index("resellers_parent").on(t.parentId).where(sql`${t.parentId} is not null`),
    check("resellers_other_parent", sql`${t.parentId} <> ${t.id}`),
    isOneOf("resellers_level", t.level),
    isOneOf("resellers_state", t.state),
    check("resellers_message_payer", sql`${t.messagePayer} in ('operator', 'wallet')`),
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
    accountId: referenceTo("account_id", () => accounts.id),
    address: text("address"),
    agent: text("agent"),
    /** SHA-256 of the secret that identifies the browser at its next sign-in. */
    deviceHash: text("device_hash"),
    createdAt: instant("created_at").notNull().defaultNow(),
    seenAt: instant("seen_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
    /** The time when the password was last entered again, for actions that need that. */
    confirmedAt: instant("confirmed_at"),
    /** The time when a code of the second factor was last entered again. */
    codeConfirmedAt: instant("code_confirmed_at"),
    /** Until then, a purchase needs no PIN here. */
    pinValidUntil: instant("pin_valid_until"),
  },
  (t) => [index("sessions_account").on(t.accountId, t.createdAt)],
);

/** Recent failures per bucket ("account:…", "address:…"); each makes the next attempt wait longer. */
export const throttles = pgTable("throttles", {
  bucket: text("bucket").primaryKey(),
  failures: integer("failures").notNull(),
  freeAt: instant("free_at").notNull(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

/** Links with which an account chooses its password: each works once, and only the newest. */
export const passwordLinks = pgTable(
  "password_links",
  {
    id: identity(),
    accountId: referenceTo("account_id", () => accounts.id),
    /** SHA-256 of the secret in the link. */
    hash: text("hash").notNull().unique("password_links_hash"),
    createdBy: text("created_by").notNull(),
    /** Mailed at a visitor's request; it leaves a link that an admin made alone. */
    byEmail: boolean("by_email").notNull().default(false),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
    /** The time when another link replaced it. */
    endedAt: instant("ended_at"),
  },
  (t) => [
    index("password_links_account").on(t.accountId),
    uniqueIndex("password_links_open_one")
      .on(t.accountId, t.byEmail)
      .where(sql`${t.usedAt} is null and ${t.endedAt} is null`),
  ],
);

/** Admins' notes about a reseller. Append-only. */
export const resellerNotes = pgTable(
  "reseller_notes",
  {
    id: identity(),
    resellerId: referenceTo("reseller_id", () => resellers.id),
    text: text("text").notNull(),
    author: text("author").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [index("reseller_notes_reseller").on(t.resellerId, t.id)],
);

/** Sign-up requests. They do not reveal whether their email has an account already. */
export const signUps = pgTable(
  "sign_ups",
  {
    id: identity(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    phone: text("phone").notNull(),
    about: text("about").notNull(),
    address: text("address"),
    /** SHA-256 of the secret in the address that shows the status. */
    hash: text("hash").notNull().unique("sign_ups_hash"),
    state: choice("state", ["pending", "approved", "rejected"]).default("pending"),
    /** The reason of a rejection, for the applicant. */
    reason: text("reason"),
    resellerId: reference("reseller_id").references(() => resellers.id),
    /** The code of the link that brought the applicant, as it came. */
    referralCode: text("referral_code"),
    requestedAt: instant("requested_at").notNull().defaultNow(),
    decidedAt: instant("decided_at"),
    decidedBy: text("decided_by"),
  },
  (t) => [
    index("sign_ups_pending").on(t.id).where(sql`${t.state} = 'pending'`),
    isOneOf("sign_ups_state", t.state),
    check("sign_ups_decided", sql`(${t.state} = 'pending') = (${t.decidedAt} is null)`),
    check("sign_ups_approved", sql`(${t.state} = 'approved') = (${t.resellerId} is not null)`),
  ],
);
