import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { identity, instant, reference, referenceTo } from "./columns.ts";

/** An account's second factor at sign-in. Its set-up is unfinished while `secret` is null. */
export const secondFactors = pgTable(
  "second_factors",
  {
    accountId: reference("account_id")
      .primaryKey()
      .references(() => accounts.id),
    /** Sealed; the authenticator app derives its codes from it. */
    secret: text("secret"),
    enabledAt: instant("enabled_at"),
    /** The last span of 30 seconds whose code was accepted: it and earlier ones are never accepted again. */
    lastStep: bigint("last_step", { mode: "number" }),
    /** Sealed; replaces `secret` once one of its codes was right. */
    nextSecret: text("next_secret"),
  },
  (t) => [check("second_factors_enabled", sql`(${t.secret} is null) = (${t.enabledAt} is null)`)],
);

/** Codes for a lost authenticator app; each works once. */
export const backupCodes = pgTable(
  "backup_codes",
  {
    id: identity(),
    accountId: referenceTo("account_id", () => accounts.id),
    /** Keyed, so that a copy of the database alone does not reveal them. */
    hash: text("hash").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [unique("backup_codes_hash").on(t.accountId, t.hash)],
);

/** Sign-ins whose password was right and whose code is still missing. */
export const pendingSignIns = pgTable(
  "pending_sign_ins",
  {
    id: identity(),
    /** SHA-256 of the secret that the browser keeps. */
    hash: text("hash").notNull().unique("pending_sign_ins_hash"),
    accountId: referenceTo("account_id", () => accounts.id),
    /** SHA-256 of the secret that identifies the browser: no other can continue. */
    deviceHash: text("device_hash"),
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (t) => [
    index("pending_sign_ins_account").on(t.accountId),
    index("pending_sign_ins_expires").on(t.expiresAt),
  ],
);

/** Browsers that need no code for a while. */
export const trustedDevices = pgTable(
  "trusted_devices",
  {
    id: identity(),
    accountId: referenceTo("account_id", () => accounts.id),
    deviceHash: text("device_hash").notNull(),
    agent: text("agent"),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (t) => [index("trusted_devices_account").on(t.accountId)],
);

/** The PIN that a reseller types before a purchase in the browser, where they want one. */
export const transactionPins = pgTable(
  "transaction_pins",
  {
    /** The account: a reseller's or a helper's. */
    resellerId: reference("reseller_id").primaryKey(),
    /** Argon2id. */
    hash: text("hash").notNull(),
    setAt: instant("set_at").notNull().defaultNow(),
    /** Wrong PINs since the last right one, or the last lock. */
    failedAttempts: integer("failed_attempts").notNull().default(0),
    lockedUntil: instant("locked_until"),
  },
  (t) => [
    /** Its name is from the time when only resellers had a PIN. */
    foreignKey({
      name: "transaction_pins_reseller_id_resellers_id_fk",
      columns: [t.resellerId],
      foreignColumns: [accounts.id],
    }),
    check("transaction_pins_failed_attempts", sql`${t.failedAttempts} between 0 and 2`),
  ],
);

/** Keys on a device that sign in without a password; the device itself verifies who holds it. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: identity(),
    accountId: referenceTo("account_id", () => accounts.id),
    /** As the device names it, in base64url. */
    credential: text("credential").notNull().unique("passkeys_credential"),
    /** COSE, in base64url. */
    publicKey: text("public_key").notNull(),
    /** Signatures so far, where the device counts them. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    /** The owner's name for it. */
    name: text("name").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    usedAt: instant("used_at"),
  },
  (t) => [index("passkeys_account").on(t.accountId)],
);

/** Challenges for a device to sign: each works once, for a few minutes, where it was made. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    id: identity(),
    hash: text("hash").notNull().unique("passkey_challenges_hash"),
    /** The account that adds a passkey; null at sign-in. */
    accountId: reference("account_id").references(() => accounts.id),
    /** SHA-256 of the secret that identifies the browser that signs in. */
    deviceHash: text("device_hash"),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [
    index("passkey_challenges_expires").on(t.expiresAt),
    check("passkey_challenges_where", sql`(${t.accountId} is null) <> (${t.deviceHash} is null)`),
  ],
);

/** Emails for which a new password was requested, until they are compared with the accounts. */
export const resetRequests = pgTable("reset_requests", {
  id: identity(),
  email: text("email").notNull(),
  requestedAt: instant("requested_at").notNull().defaultNow(),
});
