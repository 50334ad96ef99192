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
    /** When its owner last chose it; null when they never did. */
    passwordChosenAt: instant("password_chosen_at"),
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
    /** Below this the desk is told that their wallet is low; null is never. Their own sum stands in `wallets`. */
    deskLowBelow: minor("desk_low_below"),
    /** Whether their shop may be paid through the operator's account, where that is switched on at all. */
    collects: boolean("collects").notNull().default(false),
    /** One more with each change of level, state or limit: a form says which one it was made from. */
    version: integer("version").notNull().default(1),
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
    /** SHA-256 of the secret by which the browser is known again when it signs in next time. */
    deviceHash: text("device_hash"),
    createdAt: instant("created_at").notNull().defaultNow(),
    seenAt: instant("seen_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
    /** When the password was last given once more, for what needs that. */
    confirmedAt: instant("confirmed_at"),
    /** When a code of the second factor was last given once more. */
    codeConfirmedAt: instant("code_confirmed_at"),
    /** Until when buying here asks for no PIN. */
    pinKeptUntil: instant("pin_kept_until"),
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

/** Addresses by which somebody chooses their password: each works once, the newest alone. */
export const accountLinks = pgTable(
  "account_links",
  {
    id: identity(),
    accountId: reference("account_id")
      .notNull()
      .references(() => accounts.id),
    /** SHA-256 of the secret in the address. */
    hash: text("hash").notNull().unique("account_links_hash"),
    createdBy: text("created_by").notNull(),
    /** It was mailed because a visitor asked for it; it leaves a link that an admin made alone. */
    byMail: boolean("by_mail").notNull().default(false),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
    /** When another link took its place. */
    endedAt: instant("ended_at"),
  },
  (t) => [
    index("account_links_account").on(t.accountId),
    uniqueIndex("account_links_open_one")
      .on(t.accountId, t.byMail)
      .where(sql`${t.usedAt} is null and ${t.endedAt} is null`),
  ],
);

/** What admins want to remember about a reseller. Append-only. */
export const resellerNotes = pgTable(
  "reseller_notes",
  {
    id: identity(),
    resellerId: reference("reseller_id")
      .notNull()
      .references(() => resellers.id),
    text: text("text").notNull(),
    author: text("author").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [index("reseller_notes_reseller").on(t.resellerId, t.id)],
);

/** The one row that says whether strangers may ask for an account. */
export const signUpSwitch = pgTable(
  "sign_up_switch",
  {
    id: integer("id").primaryKey().default(1),
    open: boolean("open").notNull().default(false),
    version: integer("version").notNull().default(1),
  },
  (t) => [check("sign_up_switch_single", sql`${t.id} = 1`)],
);

/** The one row that says whom resellers ask for help; what is empty is not shown. */
export const operatorContact = pgTable(
  "operator_contact",
  {
    id: integer("id").primaryKey().default(1),
    /** Who they reach: a person, or a desk. */
    name: text("name").notNull().default(""),
    /** Numbers to call and to write to by WhatsApp, in E.164. */
    phone: text("phone"),
    whatsapp: text("whatsapp"),
    email: text("email"),
    version: integer("version").notNull().default(1),
  },
  (t) => [check("operator_contact_single", sql`${t.id} = 1`)],
);

/** Who asked for an account. Nothing here says whether their e-mail has one already. */
export const signUps = pgTable(
  "sign_ups",
  {
    id: identity(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    phone: text("phone").notNull(),
    about: text("about").notNull(),
    address: text("address"),
    /** SHA-256 of the secret of the address that tells them how it stands. */
    hash: text("hash").notNull().unique("sign_ups_hash"),
    state: text("state", { enum: ["pending", "approved", "refused"] })
      .notNull()
      .default("pending"),
    /** Why it was refused, for whoever asked. */
    reason: text("reason"),
    resellerId: reference("reseller_id").references(() => resellers.id),
    askedAt: instant("asked_at").notNull().defaultNow(),
    decidedAt: instant("decided_at"),
    decidedBy: text("decided_by"),
  },
  (t) => [
    index("sign_ups_pending").on(t.id).where(sql`${t.state} = 'pending'`),
    check("sign_ups_state", sql`${t.state} in ('pending', 'approved', 'refused')`),
    check("sign_ups_decided", sql`(${t.state} = 'pending') = (${t.decidedAt} is null)`),
    check("sign_ups_approved", sql`(${t.state} = 'approved') = (${t.resellerId} is not null)`),
  ],
);
