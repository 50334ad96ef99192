import { sql } from "drizzle-orm";
import { boolean, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { identity, instant, reference } from "./columns.ts";

/** What a reseller's programs show to be let in. The token itself is not kept. */
export const tokens = pgTable(
  "tokens",
  {
    id: identity(),
    resellerId: reference("reseller_id")
      .notNull()
      .references(() => accounts.id),
    name: text("name").notNull(),
    /** SHA-256 of the whole token. */
    hash: text("hash").notNull().unique("tokens_hash"),
    /** The last characters, of the checksum: enough to know it by, nothing to use it with. */
    hint: text("hint").notNull(),
    /** The same interface, with nothing charged and nothing sent. */
    test: boolean("test").notNull(),
    /** Addresses and CIDR ranges it may come from; empty is any. */
    ips: text("ips").array().notNull().default(sql`'{}'`),
    /** Web origins that may use it; empty is none from a browser. */
    origins: text("origins").array().notNull().default(sql`'{}'`),
    /** Who made it, as `actorName` says it. */
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    usedAt: instant("used_at"),
    usedAddress: text("used_address"),
    /** When it ends by itself, because another took its place; null is never. */
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
  },
  (t) => [index("tokens_reseller").on(t.resellerId, t.id), index("tokens_origins").using("gin", t.origins)],
);

/**
 * The purchase calls of each reseller's programs in the last minute, for their limit; test calls count for themselves.
 * Unlogged: a crash of the database forgets them.
 */
export const callWindows = pgTable(
  "call_windows",
  {
    resellerId: reference("reseller_id").notNull(),
    test: boolean("test").notNull(),
    taken: instant("taken").array().notNull(),
    /** The ref of each place that was taken, in the same order. */
    refs: text("refs").array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.resellerId, t.test] })],
);

/** Where the version before counted, by token; it may still run beside this one. */
export const tokenWindows = pgTable("token_windows", {
  tokenId: reference("token_id").primaryKey(),
  taken: instant("taken").array().notNull(),
  refs: text("refs").array().notNull(),
});
