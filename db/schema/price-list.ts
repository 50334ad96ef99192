import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { identity, instant, minor, reference, referenceTo } from "./columns.ts";
import { wallets } from "./wallet.ts";

/** The prices of a reseller's customers: one list for Buy, batches, schedules, the shop, images and helpers. */
export const priceLists = pgTable(
  "price_lists",
  {
    resellerId: reference("reseller_id")
      .primaryKey()
      .references(() => wallets.resellerId),
    /** Prices by a markup are rounded up to a multiple of this many minor units; 1 rounds nothing. */
    rounding: minor("rounding").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [check("price_lists_rounding", sql`${t.rounding} > 0`)],
);

/**
 * A markup on every plan in its scope, or the price of one plan; the narrowest scope counts
 * (lib/price-list/selling-price.ts).
 */
export const priceListRules = pgTable(
  "price_list_rules",
  {
    id: identity(),
    resellerId: referenceTo("reseller_id", () => priceLists.resellerId),
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
    unique("price_list_rules_scope").on(t.resellerId, t.networkId, t.typeName, t.planId).nullsNotDistinct(),
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
