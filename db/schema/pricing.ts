import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { choice, identity, instant, isOneOf, minor, reference } from "./columns.ts";

/** Markups on the cost. A null field doesn't narrow one; the narrowest sets a plan's price for a level. */
export const priceRules = pgTable(
  "price_rules",
  {
    id: identity(),
    networkId: integer("network_id"),
    /** A type of `networkId`. */
    typeId: integer("type_id"),
    planId: integer("plan_id"),
    level: text("level", { enum: ["smart_earner", "affiliate", "top_user", "api"] }),
    kind: choice("kind", ["flat", "percent"]),
    /** Minor units of a flat markup, hundredths of a per cent otherwise; below zero is a discount. */
    value: minor("value").notNull(),
    changedAt: instant("changed_at").notNull().defaultNow(),
  },
  (t) => [
    unique("price_rules_scope").on(t.networkId, t.typeId, t.planId, t.level).nullsNotDistinct(),
    isOneOf("price_rules_level", t.level),
    isOneOf("price_rules_kind", t.kind),
    check("price_rules_type", sql`${t.typeId} is null or ${t.networkId} is not null`),
    check("price_rules_plan", sql`${t.planId} is null or (${t.networkId} is null and ${t.typeId} is null)`),
  ],
);

/** The operator's settings of a plan; a plan without a row is sold as it is listed. */
export const planSettings = pgTable("plan_settings", {
  planId: integer("plan_id").primaryKey(),
  hidden: boolean("hidden").notNull().default(false),
  /** A name that replaces its type's name; null is as listed. */
  name: text("name"),
  /** Increases with each change, so that a form names the version it was made from. */
  version: integer("version").notNull().default(1),
});

/** The switches: all plans (both null), a network, or a type of a network. Without a row it is on. */
export const availabilitySwitches = pgTable(
  "availability_switches",
  {
    id: identity(),
    networkId: integer("network_id"),
    typeId: integer("type_id"),
    off: boolean("off").notNull(),
    /** The message for buyers while it is off. */
    message: text("message").notNull(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    unique("availability_switches_scope").on(t.networkId, t.typeId).nullsNotDistinct(),
    check("availability_switches_type", sql`${t.typeId} is null or ${t.networkId} is not null`),
  ],
);

/** A plan's cost and price for each level, from a catalogue version on; null is not sold. Append-only. */
export const planPrices = pgTable(
  "plan_prices",
  {
    id: identity(),
    planId: integer("plan_id").notNull(),
    version: reference("version").notNull(),
    at: instant("at").notNull().defaultNow(),
    cost: minor("cost"),
    smartEarner: minor("smart_earner"),
    affiliate: minor("affiliate"),
    topUser: minor("top_user"),
    api: minor("api"),
  },
  (t) => [index("plan_prices_plan").on(t.planId, t.id)],
);

/** One price rule of a change that an admin saved: before and after; null means there is none. */
export interface SavedRule {
  planId: number;
  level: NonNullable<(typeof priceRules.$inferSelect)["level"]>;
  before: SavedMarkup | null;
  after: SavedMarkup | null;
}

/** A markup with its value as text. */
export interface SavedMarkup {
  kind: "flat" | "percent";
  value: string;
}

/** Prices that were saved together, so that the last change can be undone as a whole. Append-only. */
export const priceRuleChanges = pgTable(
  "price_rule_changes",
  {
    id: identity(),
    at: instant("at").notNull().defaultNow(),
    actor: text("actor").notNull(),
    reason: text("reason").notNull(),
    rules: jsonb("rules").$type<SavedRule[]>().notNull(),
    /** The change that it undoes; each is undone once. */
    undoes: reference("undoes"),
  },
  (t) => [
    unique("price_rule_changes_undone_once").on(t.undoes),
    foreignKey({ name: "price_rule_changes_undoes", columns: [t.undoes], foreignColumns: [t.id] }),
  ],
);
