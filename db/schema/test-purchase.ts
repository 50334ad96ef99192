import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { choice, identity, instant, minor, planSnapshot, reference, referenceTo } from "./columns.ts";

/** Purchases of test tokens: never charged, never sent, never among `purchases`. */
export const testPurchases = pgTable(
  "test_purchases",
  {
    id: identity(),
    ident: text("ident").notNull().unique("test_purchases_ident"),
    resellerId: referenceTo("reseller_id", () => accounts.id),
    ref: text("ref").notNull(),
    ...planSnapshot(),
    phone: text("phone").notNull(),
    price: minor("price").notNull(),
    walletBefore: minor("wallet_before").notNull(),
    walletAfter: minor("wallet_after").notNull(),
    /** Null in rows of version 0.1, which end by the clock alone. */
    state: text("state", { enum: ["sending", "unconfirmed", "successful", "failed", "reversed"] }),
    /** The last state, and when it begins; null never. */
    ending: choice("ending", ["successful", "failed", "reversed"]),
    endsAt: instant("ends_at"),
    placedAt: instant("placed_at").notNull().defaultNow(),
  },
  (t) => [
    unique("test_purchases_ref").on(t.resellerId, t.ref),
    index("test_purchases_open").on(t.resellerId, t.endsAt).where(sql`${t.state} <> ${t.ending}`),
  ],
);

/** The money of test mode, of each reseller that used it: no ledger account, and never part of a wallet. */
export const testWallets = pgTable(
  "test_wallets",
  {
    resellerId: reference("reseller_id")
      .primaryKey()
      .references(() => accounts.id),
    balance: minor("balance").notNull().default(sql`10000000`),
    /** How many purchases were placed on the day of the last one. */
    placedOn: date("placed_on"),
    placed: integer("placed").notNull().default(0),
    /** The latest refs that a number rejected once: the same call is accepted when it is repeated. */
    rejectedRefs: text("rejected_refs").array().notNull().default(sql`'{}'`),
  },
  (t) => [check("test_wallets_balance", sql`${t.balance} >= 0`)],
);
