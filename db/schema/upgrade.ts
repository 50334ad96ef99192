import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { choice, identity, instant, isOneOf, minor, reference, referenceTo } from "./columns.ts";
import { journals } from "./ledger.ts";
import { wallets } from "./wallet.ts";

/** Ways to get a level: one row per level above the lowest. */
export const upgradeOffers = pgTable(
  "upgrade_offers",
  {
    level: text("level", { enum: ["affiliate", "top_user", "api"] }).primaryKey(),
    open: boolean("open").notNull().default(false),
    /** The price from the wallet; null means that it can't be bought. */
    price: minor("price"),
    /** Deliveries of 30 days that get the level without an admin; null means that an admin decides. */
    volume: minor("volume"),
    /** Increases with each change, so that a form names the version it was made from. */
    version: integer("version").notNull().default(1),
  },
  (t) => [
    isOneOf("upgrade_offers_level", t.level),
    check("upgrade_offers_price", sql`${t.price} > 0`),
    check("upgrade_offers_volume", sql`${t.volume} > 0`),
  ],
);

/** Requests for a level, and levels bought. A decided one is never changed. */
export const levelUpgrades = pgTable(
  "level_upgrades",
  {
    id: identity(),
    resellerId: referenceTo("reseller_id", () => wallets.resellerId),
    /** Comes with the form, so that a double tap is one request and one charge. */
    ref: text("ref").notNull(),
    fromLevel: choice("from_level", ["smart_earner", "affiliate", "top_user", "api"]),
    toLevel: choice("to_level", ["affiliate", "top_user", "api"]),
    /** Deliveries of the 30 days before the request, and the saving in its month, for who decides. */
    volume: minor("volume").notNull(),
    saving: minor("saving").notNull(),
    /** The price paid; null for a request. */
    price: minor("price"),
    /** `ended`: the level changed in another way meanwhile, or the account was closed. */
    state: choice("state", ["pending", "approved", "rejected", "ended"]).default("pending"),
    /** The reason of the decision, for the reseller. */
    reason: text("reason"),
    /** The journal that charged it. */
    journalId: reference("journal_id")
      .references(() => journals.id)
      .unique("level_upgrades_journal"),
    requestedAt: instant("requested_at").notNull().defaultNow(),
    decidedAt: instant("decided_at"),
    decidedBy: text("decided_by"),
  },
  (t) => [
    unique("level_upgrades_ref").on(t.resellerId, t.ref),
    index("level_upgrades_reseller").on(t.resellerId, t.id),
    uniqueIndex("level_upgrades_pending_one").on(t.resellerId).where(sql`${t.state} = 'pending'`),
    index("level_upgrades_pending").on(t.id).where(sql`${t.state} = 'pending'`),
    isOneOf("level_upgrades_state", t.state),
    check("level_upgrades_levels", sql`${t.fromLevel} <> ${t.toLevel}`),
    check("level_upgrades_price", sql`${t.price} > 0`),
    check("level_upgrades_charged", sql`(${t.price} is null) = (${t.journalId} is null)`),
    check("level_upgrades_paid", sql`${t.price} is null or ${t.state} = 'approved'`),
    check("level_upgrades_decided", sql`(${t.state} = 'pending') = (${t.decidedAt} is null)`),
    check("level_upgrades_reason", sql`${t.state} <> 'rejected' or ${t.reason} is not null`),
  ],
);
