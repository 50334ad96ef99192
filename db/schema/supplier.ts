import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { plans } from "./catalogue.ts";
import { instant, isOneOf, minor } from "./columns.ts";

/**
 * The upstream accounts that the portal buys from. Supplier 1 is the environment's (`UPSTREAM_*`): each
 * sync stores its kind, address and timeout here, and its token stays there. Never deleted,
 * since attempts name them.
 */
export const suppliers = pgTable(
  "suppliers",
  {
    id: integer("id").primaryKey().generatedByDefaultAsIdentity({ startWith: 2 }),
    name: text("name").notNull().unique("suppliers_name"),
    /** The name of the dialect that it speaks (lib/upstream/dialects.ts). */
    dialect: text("dialect").notNull().default("standard"),
    baseUrl: text("base_url"),
    sealedToken: text("sealed_token"),
    /** A keyed hash of address and token: the same account twice is rejected. */
    account: text("account").unique("suppliers_account"),
    /**
     * The database in which the token was entered (`database_identity`): a restored copy buys nothing with
     * it. Null for a token that is in the environment.
     */
    home: text("home"),
    level: text("level", { enum: ["smart_earner", "affiliate", "top_user", "api"] }),
    perMinute: integer("per_minute"),
    timeoutMs: integer("timeout_ms"),
    /** Preferred suppliers first: the smallest number. */
    rank: integer("rank").notNull().default(1),
    enabled: boolean("enabled").notNull().default(false),
    /**
     * When an admin confirmed its automatic matches; until then, nothing is bought by these.
     * Null again at another address.
     */
    matchesConfirmedAt: instant("matches_confirmed_at"),
    lowBalance: minor("low_balance").notNull().default(sql`5000000`),
    /** The time when its last plan list was requested, and the last failure. */
    syncedAt: instant("synced_at"),
    failedAt: instant("failed_at"),
    failure: text("failure"),
    /** Its balance chain has looked for unexplained movements up to here. */
    scannedUntil: instant("scanned_until").notNull().defaultNow(),
    /**
     * Since when too many of its purchases fail, are unclear or slow, and in which words: others are
     * preferred until it is better.
     */
    poorSince: instant("poor_since"),
    poorReason: text("poor_reason"),
    /** It is judged by its attempts after this: those from before it was better no longer count. */
    judgedSince: instant("judged_since").notNull().defaultNow(),
    /** Increases with each change by an admin, so that a form names the version it was made from. */
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    check(
      "suppliers_complete",
      sql`${t.id} = 1 or (${t.baseUrl} is not null and ${t.sealedToken} is not null and ${t.level} is not null
        and ${t.perMinute} is not null and ${t.timeoutMs} is not null)`,
    ),
    isOneOf("suppliers_level", t.level),
    check(
      "suppliers_bounds",
      sql`${t.perMinute} between 1 and 100000 and ${t.timeoutMs} between 100 and 600000
        and ${t.rank} between 1 and 1000`,
    ),
  ],
);

/** Paces sending to each supplier over all processes, and stops it: one narrow row, which no form locks. */
export const supplierSending = pgTable("supplier_sending", {
  supplierId: integer("supplier_id")
    .primaryKey()
    .references(() => suppliers.id),
  nextSlotAt: instant("next_slot_at").notNull().defaultNow(),
  stopped: boolean("stopped").notNull().default(false),
  /** The reason, for admins: "401 from the upstream". */
  stopReason: text("stop_reason"),
  stoppedBy: text("stopped_by"),
  stoppedAt: instant("stopped_at"),
  /** The time when one purchase may be sent although sending is stopped; null when an admin stopped it. */
  probeAt: instant("probe_at"),
  /** The delay of the next stop before its first probe, and of a failed one before the next, in seconds. */
  probeDelaySeconds: integer("probe_delay_seconds").notNull().default(0),
  /** The delay after the last attempt that found no connection, in seconds; 0 while there is one. */
  backoffSeconds: integer("backoff_seconds").notNull().default(0),
});

/** The standard price and that of each level. */
export type ListedAmounts = Record<"standard" | Level, string | null>;
type Level = "smart_earner" | "affiliate" | "top_user" | "api";

/** The plans that a later supplier lists, and the portal's plan that each delivers. */
export const routes = pgTable(
  "routes",
  {
    supplierId: integer("supplier_id")
      .notNull()
      .references(() => suppliers.id),
    supplierPlanId: integer("supplier_plan_id").notNull(),
    /** The supplier's own id of the network. */
    networkId: integer("network_id").notNull(),
    networkName: text("network_name").notNull(),
    typeName: text("type_name").notNull(),
    size: text("size").notNull(),
    volume: text("volume").notNull(),
    validity: text("validity").notNull(),
    /** The supplier's price at the portal's level there; null where it lists none. */
    cost: minor("cost"),
    /** Its listed prices, in minor units as text; without a rule, a plan only it lists is sold at these. */
    amounts: jsonb("amounts").$type<ListedAmounts>(),
    active: boolean("active").notNull(),
    delistedAt: instant("delisted_at"),
    /** The plan that it delivers; null until it is matched. */
    planId: integer("plan_id"),
    /** "same" when every text is the same, else the admin's actor. */
    matchedBy: text("matched_by"),
    /**
     * The cost when it was matched or confirmed last.
     * A cost far from it closes the route until an admin confirms it.
     */
    confirmedCost: minor("confirmed_cost"),
    /** The time since which that cost counts as normal. */
    confirmedAt: instant("confirmed_at").notNull().defaultNow(),
    /** The texts of the portal's plan when it was matched (`plan_texts`). */
    matchedTexts: text("matched_texts"),
    /**
     * The reason why no cost is confirmed, though it is matched: the portal's `plan` has other texts now or
     * the supplier is new, so that the match awaits an admin, or the supplier `charged` more than it lists.
     */
    closedFor: text("closed_for", { enum: ["plan", "charged"] }),
    /** Whether purchases may take it: it is matched, listed, active, and its cost near the confirmed one. */
    open: boolean("open")
      .notNull()
      .generatedAlwaysAs(
        sql`plan_id is not null and active and delisted_at is null and cost is not null and confirmed_cost is not null
          and cost * 5 between confirmed_cost * 4 and confirmed_cost * 6`,
      ),
    /** An admin decided that it delivers no plan of the portal. */
    ignored: boolean("ignored").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.supplierId, t.supplierPlanId] }),
    uniqueIndex("routes_plan").on(t.planId, t.supplierId).where(sql`${t.planId} is not null`),
    foreignKey({ columns: [t.planId], foreignColumns: [plans.id], name: "routes_plan_id" }),
    isOneOf("routes_closed_for", t.closedFor),
    index("routes_open").on(t.supplierId, t.planId).where(sql`${t.open}`),
  ],
);

/** The choice of supplier for a plan that has its own: by a rule, or one supplier before the others. */
export const planRoutings = pgTable(
  "plan_routings",
  {
    planId: integer("plan_id")
      .primaryKey()
      .references(() => plans.id),
    routing: text("routing", { enum: ["cost", "rank"] }),
    firstSupplierId: integer("first_supplier_id").references(() => suppliers.id),
  },
  (t) => [
    check("plan_routings_one", sql`num_nonnulls(${t.routing}, ${t.firstSupplierId}) = 1`),
    isOneOf("plan_routings_rule", t.routing),
  ],
);
