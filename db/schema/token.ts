import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { identity, instant, minor, reference, referenceTo } from "./columns.ts";

/** Tokens of a reseller's API clients. Only a hash of the token is stored. */
export const tokens = pgTable(
  "tokens",
  {
    id: identity(),
    resellerId: referenceTo("reseller_id", () => accounts.id),
    name: text("name").notNull(),
    /** SHA-256 of the whole token. */
    hash: text("hash").notNull().unique("tokens_hash"),
    /** The last characters, of the checksum: enough to recognise it, useless for an attack. */
    hint: text("hint").notNull(),
    /** The same API, without charges and without sending. */
    test: boolean("test").notNull(),
    /** Addresses and CIDR ranges that may use it; empty is any. */
    ips: text("ips").array().notNull().default(sql`'{}'`),
    /** Web origins that may use it; empty is none from a browser. */
    origins: text("origins").array().notNull().default(sql`'{}'`),
    /** The maximum that it spends in one day of `TIME_ZONE`, and in one purchase; null is without. */
    dailyLimit: minor("daily_limit"),
    purchaseLimit: minor("purchase_limit"),
    /** Networks, and numbers in E.164, that it may buy for; null is any, empty is none. */
    networkIds: integer("network_ids").array(),
    numbers: text("numbers").array(),
    /** Its creator, in the form of `actorName`. */
    createdBy: text("created_by").notNull(),
    /** An admin created it, and it works only once its reseller has confirmed it. */
    awaitsReseller: boolean("awaits_reseller").notNull().default(false),
    createdAt: instant("created_at").notNull().defaultNow(),
    usedAt: instant("used_at"),
    usedAddress: text("used_address"),
    /** The time when it expires automatically, because another replaced it; null is never. */
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
    /** The first token of those that renewed each other, which spend together; null for that one itself. */
    originalId: reference("original_id"),
  },
  (t) => [
    index("tokens_reseller").on(t.resellerId, t.id),
    index("tokens_origins").using("gin", t.origins),
    check("tokens_spending_limits", sql`${t.dailyLimit} > 0 and ${t.purchaseLimit} > 0`),
    /** A test token spends nothing. */
    check(
      "tokens_test_unlimited",
      sql`not ${t.test}
        or num_nonnulls(${t.dailyLimit}, ${t.purchaseLimit}, ${t.networkIds}, ${t.numbers}) = 0`,
    ),
  ],
);

/**
 * Purchase calls of each reseller's API clients in the last minute, for their limit; test calls count
 * separately. Unlogged: a crash of the database deletes them.
 */
export const callWindows = pgTable(
  "call_windows",
  {
    resellerId: reference("reseller_id").notNull(),
    test: boolean("test").notNull(),
    taken: instant("taken").array().notNull(),
    /** The ref of each counted call, in the same order. */
    refs: text("refs").array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.resellerId, t.test] })],
);

/**
 * Purchase calls without a ref whose caller left before the response, so that the same call again is the same
 * purchase. Unlogged: they count for two minutes.
 */
export const abandonedCalls = pgTable(
  "abandoned_calls",
  {
    id: identity(),
    tokenId: reference("token_id").notNull(),
    /** A hash of plan, network and number. */
    request: text("request").notNull(),
    ref: text("ref").notNull(),
    leftAt: instant("left_at").notNull().defaultNow(),
  },
  (t) => [index("abandoned_calls_request").on(t.tokenId, t.request)],
);
