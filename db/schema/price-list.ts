import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { choice, identity, instant, isOneOf, minor, reference, referenceTo } from "./columns.ts";
import { wallets } from "./wallet.ts";

const AUDIENCES = ["customers", "agents"] as const;

/**
 * A reseller's prices: one list for customers, by which Buy, batches, schedules, the shop, images and helpers
 * sell, and one for agents, who buy at it.
 */
export const priceLists = pgTable(
  "price_lists",
  {
    resellerId: referenceTo("reseller_id", () => wallets.resellerId),
    audience: choice("audience", AUDIENCES).default("customers"),
    /** Prices by a markup are rounded up to a multiple of this many minor units; 1 rounds nothing. */
    rounding: minor("rounding").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Increases with each change of the list or its rules. */
    version: integer("version").notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.resellerId, t.audience] }),
    isOneOf("price_lists_audience", t.audience),
    check("price_lists_rounding", sql`${t.rounding} > 0`),
  ],
);

/**
 * A markup on every plan in its scope, or the price of one plan; the narrowest scope counts
 * (lib/price-list/selling-price.ts).
 */
export const priceListRules = pgTable(
  "price_list_rules",
  {
    id: identity(),
    resellerId: reference("reseller_id").notNull(),
    audience: choice("audience", AUDIENCES).default("customers"),
    /** The scope: null is any. A type is known by its name, since its id may differ between networks. */
    networkId: integer("network_id"),
    typeName: text("type_name"),
    planId: integer("plan_id"),
    /** Null where a plan is only hidden. */
    kind: text("kind", { enum: ["flat", "percent", "fixed"] }),
    /** Minor units of a flat markup or a fixed price; hundredths of a per cent otherwise. */
    value: minor("value"),
    /** The shop and the images don't show the plan. */
    hidden: boolean("hidden").notNull().default(false),
  },
  (t) => [
    foreignKey({
      name: "price_list_rules_list",
      columns: [t.resellerId, t.audience],
      foreignColumns: [priceLists.resellerId, priceLists.audience],
    }),
    unique("price_list_rules_scope")
      .on(t.resellerId, t.audience, t.networkId, t.typeName, t.planId)
      .nullsNotDistinct(),
    check("price_list_rules_kind", sql`${t.kind} in ('flat', 'percent', 'fixed')`),
    check(
      "price_list_rules_value",
      sql`(${t.kind} is null) = (${t.value} is null) and ${t.value} >= 0
        and (${t.kind} <> 'fixed' or ${t.value} > 0)`,
    ),
    check("price_list_rules_content", sql`${t.kind} is not null or ${t.hidden}`),
    check(
      "price_list_rules_plan",
      sql`${t.planId} is null and ${t.kind} <> 'fixed' and not ${t.hidden}
        or ${t.planId} is not null and ${t.networkId} is null and ${t.typeName} is null`,
    ),
  ],
);
