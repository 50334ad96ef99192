import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { choice, identity, instant, isOneOf, minor, reference } from "./columns.ts";

/** The one row about the catalogue in force. `version` changes only when something in it changed. */
export const catalogue = pgTable(
  "catalogue",
  {
    id: integer("id").primaryKey().default(1),
    version: reference("version").notNull().default(0),
    /** The time when `version` last changed: both identify a content, also after a restore. */
    changedAt: instant("changed_at").notNull().defaultNow(),
    /** Which of the upstream's two lists is in force. */
    source: text("source", { enum: ["filtered", "plain"] }),
    /** Which cost the prices follow: the main supplier's, or the dearest at which a purchase may be sent. */
    pricesFollow: choice("prices_follow", ["main", "dearest"]).default("main"),
  },
  (t) => [check("catalogue_single", sql`${t.id} = 1`), isOneOf("catalogue_prices_follow", t.pricesFollow)],
);

/** Networks as the upstream's listing names them (interface: Network). */
export const networks = pgTable("networks", {
  id: integer("id").primaryKey(),
  name: text("name").notNull(),
  code: text("code").notNull(),
  active: boolean("active").notNull(),
});

/** Plan types of a network (interface: Plan type). */
export const planTypes = pgTable(
  "plan_types",
  {
    networkId: integer("network_id")
      .notNull()
      .references(() => networks.id),
    id: integer("id").notNull(),
    name: text("name").notNull(),
    code: text("code").notNull(),
    active: boolean("active").notNull(),
  },
  (t) => [primaryKey({ columns: [t.networkId, t.id] })],
);

/** The ids of networks, types and plans that the main supplier never listed begin here. */
export const FIRST_OWN_ID = 900_000_000;

/**
 * Every plan ever listed (interface: Filtered plan).
 * A level's price that the upstream did not list is null: not sold.
 */
export const plans = pgTable(
  "plans",
  {
    id: integer("id").primaryKey(),
    networkId: integer("network_id").notNull(),
    typeId: integer("type_id").notNull(),
    size: text("size").notNull(),
    volume: text("volume").notNull(),
    validity: text("validity").notNull(),
    validityNormalized: text("validity_normalized").notNull(),
    amount: minor("amount").notNull(),
    smartEarnerAmount: minor("smart_earner_amount"),
    affiliateAmount: minor("affiliate_amount"),
    topUserAmount: minor("top_user_amount"),
    apiAmount: minor("api_amount"),
    active: boolean("active").notNull(),
    firstSeenAt: instant("first_seen_at").notNull().defaultNow(),
    /** The time when the plan was missing from a whole list; null while it is listed. */
    delistedAt: instant("delisted_at"),
    /**
     * The supplier whose list names it: the first, or another whose plan an admin added to the catalogue. The
     * columns below say what its `routes` say (`writeSupply`).
     */
    listedBy: integer("listed_by").notNull(),
    /** The cost at that supplier; null where it lists no price for the portal's level. */
    ownCost: minor("own_cost"),
    /** Whether that supplier delivers it. */
    ownOpen: boolean("own_open").notNull().default(false),
    /** The dearest cost at which another supplier that is on delivers it; null where none does. */
    otherCost: minor("other_cost"),
    /**
     * The change that an admin has to confirm before its supplier delivers it again: a far `cost`,
     * that it is `missing` from a list or `new` in one that lacks most known plans, or that it was
     * `charged` dearer than listed.
     */
    doubt: text("doubt", { enum: ["cost", "missing", "new", "charged"] }),
    /** The cost that counts as normal, while another is in doubt. */
    confirmedCost: minor("confirmed_cost"),
  },
  (t) => [
    isOneOf("plans_doubt", t.doubt),
    check("plans_listed_by", sql`(${t.listedBy} = 1) = (${t.id} < ${sql.raw(String(FIRST_OWN_ID))})`),
  ],
);

/** Changes of a plan: its five prices, and whether it is sold. Append-only. */
export const planChanges = pgTable(
  "plan_changes",
  {
    id: identity(),
    planId: integer("plan_id").notNull(),
    version: reference("version").notNull(),
    at: instant("at").notNull().defaultNow(),
    /** The changed fields, each as [before, after]; money as decimal text. */
    changes: jsonb("changes").$type<Record<string, [string | null, string | null]>>().notNull(),
  },
  (t) => [index("plan_changes_plan").on(t.planId, t.id)],
);
