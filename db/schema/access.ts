import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { accounts, resellers } from "./account.ts";
import { identity, instant, reference } from "./columns.ts";

/** What an account gives beside its password when it signs in. A row without a secret is one that was not finished. */
export const secondFactors = pgTable(
  "second_factors",
  {
    accountId: reference("account_id")
      .primaryKey()
      .references(() => accounts.id),
    /** Sealed; what the person's app makes codes of. */
    secret: text("secret"),
    onAt: instant("on_at"),
    /** The last span of 30 seconds whose code was taken: it and those before it are taken never again. */
    lastStep: bigint("last_step", { mode: "number" }),
    /** Sealed: takes the place of `secret` once a code of it was right. */
    nextSecret: text("next_secret"),
  },
  (t) => [check("second_factors_on", sql`(${t.secret} is null) = (${t.onAt} is null)`)],
);

/** Codes for the day on which the app is gone; each works once. */
export const backupCodes = pgTable(
  "backup_codes",
  {
    id: identity(),
    accountId: reference("account_id")
      .notNull()
      .references(() => accounts.id),
    /** Keyed, so that a copy of the database alone does not tell them. */
    hash: text("hash").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [unique("backup_codes_hash").on(t.accountId, t.hash)],
);

/** Who gave the right password in a browser and has yet to give a code there. */
export const halfSignIns = pgTable(
  "half_sign_ins",
  {
    id: identity(),
    /** SHA-256 of the secret that the browser keeps. */
    hash: text("hash").notNull().unique("half_sign_ins_hash"),
    accountId: reference("account_id")
      .notNull()
      .references(() => accounts.id),
    /** SHA-256 of the secret by which that browser is known: no other goes on from here. */
    deviceHash: text("device_hash"),
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (t) => [index("half_sign_ins_account").on(t.accountId), index("half_sign_ins_expires").on(t.expiresAt)],
);

/** Browsers that are asked for no code for a while. */
export const rememberedDevices = pgTable(
  "remembered_devices",
  {
    id: identity(),
    accountId: reference("account_id")
      .notNull()
      .references(() => accounts.id),
    deviceHash: text("device_hash").notNull(),
    agent: text("agent"),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (t) => [index("remembered_devices_account").on(t.accountId)],
);

/** What a reseller types before a purchase in the browser, if they want to. */
export const buyingPins = pgTable(
  "buying_pins",
  {
    resellerId: reference("reseller_id")
      .primaryKey()
      .references(() => resellers.id),
    /** Argon2id. */
    hash: text("hash").notNull(),
    setAt: instant("set_at").notNull().defaultNow(),
    /** Wrong ones since the last right one, or the last lock. */
    wrong: integer("wrong").notNull().default(0),
    lockedUntil: instant("locked_until"),
  },
  (t) => [check("buying_pins_wrong", sql`${t.wrong} between 0 and 2`)],
);

/** Keys on somebody's device that sign in without a password; the device itself makes sure who holds it. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: identity(),
    accountId: reference("account_id")
      .notNull()
      .references(() => accounts.id),
    /** As the device names it, in base64url. */
    credential: text("credential").notNull().unique("passkeys_credential"),
    /** COSE, in base64url. */
    publicKey: text("public_key").notNull(),
    /** How often it signed, where the device counts. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    /** How its owner calls it. */
    name: text("name").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    usedAt: instant("used_at"),
  },
  (t) => [index("passkeys_account").on(t.accountId)],
);

/** What a device was asked to sign: each works once, for a few minutes, where it was asked. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    id: identity(),
    hash: text("hash").notNull().unique("passkey_challenges_hash"),
    /** Whoever adds a passkey; null at the sign-in. */
    accountId: reference("account_id").references(() => accounts.id),
    /** SHA-256 of the secret by which the browser is known that signs in. */
    deviceHash: text("device_hash"),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [
    index("passkey_challenges_expires").on(t.expiresAt),
    check("passkey_challenges_where", sql`(${t.accountId} is null) <> (${t.deviceHash} is null)`),
  ],
);

/** E-mails for which a new password was asked, until it is found out whether there is such an account. */
export const resetRequests = pgTable("reset_requests", {
  id: identity(),
  email: text("email").notNull(),
  askedAt: instant("asked_at").notNull().defaultNow(),
});
