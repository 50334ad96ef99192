import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { identity, instant, minor, planSnapshot, reference } from "./columns.ts";
import { wallets } from "./ledger.ts";
import { purchases } from "./purchase.ts";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** A reseller's public shop, one each. */
export const shops = pgTable(
  "shops",
  {
    id: identity(),
    resellerId: reference("reseller_id")
      .notNull()
      .unique("shops_reseller")
      .references(() => wallets.resellerId),
    /** The shop's address, `/s/{slug}`. */
    slug: text("slug").notNull().unique("shops_slug"),
    name: text("name").notNull(),
    /** A few words at the top of the shop. */
    note: text("note").notNull().default(""),
    /** Numbers to call and to write to by WhatsApp, in E.164. */
    phone: text("phone"),
    whatsapp: text("whatsapp"),
    /** The hue of the shop's accent colour, 0 to 359. */
    hue: integer("hue").notNull(),
    /** The picture that is the shop's logo, by its hash. */
    logo: text("logo"),
    /** `paused` shows prices and takes no orders; `closed` shows nothing but orders that were placed. */
    state: text("state", { enum: ["open", "paused", "closed"] }).notNull(),
    closedBy: text("closed_by", { enum: ["owner", "admin"] }),
    /** How customers pay (lib/shop/payment-way.ts). */
    payments: jsonb("payments").notNull().default(sql`'[]'::jsonb`),
    /** When that was last changed; null since the shop opened. */
    paymentsChangedAt: instant("payments_changed_at"),
    /** How long an order waits for its payment, in minutes. */
    payWithin: integer("pay_within").notNull().default(120),
    /** Retail prices are rounded up to a multiple of this many minor units; 1 rounds nothing. */
    rounding: minor("rounding").notNull().default(sql`1`),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
    /** How often an admin closed it or lifted that: a form made from an older state is refused. */
    version: integer("version").notNull().default(0),
  },
  (t) => [
    check("shops_slug_form", sql`${t.slug} ~ '^[a-z0-9]([a-z0-9-]{1,38})[a-z0-9]$'`),
    check("shops_hue", sql`${t.hue} between 0 and 359`),
    check("shops_state", sql`${t.state} in ('open', 'paused', 'closed')`),
    check("shops_closed_by", sql`(${t.state} = 'closed') = (${t.closedBy} is not null)`),
    check("shops_pay_within", sql`${t.payWithin} between 5 and 10080`),
    check("shops_rounding", sql`${t.rounding} > 0`),
  ],
);

/** Every address that a shop has or had: it leads there for ever, and no other shop can have it. */
export const shopSlugs = pgTable(
  "shop_slugs",
  {
    slug: text("slug").primaryKey(),
    shopId: reference("shop_id")
      .notNull()
      .references(() => shops.id),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [index("shop_slugs_shop").on(t.shopId)],
);

/** Pictures of a shop, re-encoded, by the SHA-256 of what is served. */
export const shopPictures = pgTable(
  "shop_pictures",
  {
    shopId: reference("shop_id")
      .notNull()
      .references(() => shops.id),
    hash: text("hash").notNull(),
    bytes: bytes("bytes").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.hash] })],
);

/** A markup on every plan in its scope; the narrowest scope counts (lib/shop/retail.ts). */
export const shopRules = pgTable(
  "shop_rules",
  {
    id: identity(),
    shopId: reference("shop_id")
      .notNull()
      .references(() => shops.id),
    /** The scope: null is any. A type is known by its name, since its id may differ between networks. */
    networkId: integer("network_id"),
    typeName: text("type_name"),
    planId: integer("plan_id"),
    kind: text("kind", { enum: ["flat", "percent"] }).notNull(),
    /** Minor units of a flat markup, hundredths of a per cent otherwise. */
    value: minor("value").notNull(),
  },
  (t) => [
    unique("shop_rules_scope").on(t.shopId, t.networkId, t.typeName, t.planId).nullsNotDistinct(),
    check("shop_rules_kind", sql`${t.kind} in ('flat', 'percent')`),
    check("shop_rules_value", sql`${t.value} >= 0`),
  ],
);

/** What a shop says about one plan: a price of its own, or that it is not shown. */
export const shopPlans = pgTable(
  "shop_plans",
  {
    shopId: reference("shop_id")
      .notNull()
      .references(() => shops.id),
    planId: integer("plan_id").notNull(),
    /** Null: the rules say. */
    price: minor("price"),
    hidden: boolean("hidden").notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.planId] }), check("shop_plans_price", sql`${t.price} > 0`)],
);

/** What a customer asked a shop for. */
export const orders = pgTable(
  "orders",
  {
    id: identity(),
    /** Unguessable: who has it may see the order. */
    code: text("code").notNull().unique("orders_code"),
    shopId: reference("shop_id")
      .notNull()
      .references(() => shops.id),
    resellerId: reference("reseller_id").notNull(),
    /** Made with the form, so that a double tap is one order. */
    ref: text("ref").notNull(),
    /** What the customer quotes when paying; short, unique in the shop. */
    reference: text("reference").notNull(),
    ...planSnapshot(),
    /** The recipient in E.164, and who ordered; deleted from orders that were never paid. */
    phone: text("phone"),
    customerName: text("customer_name"),
    customerEmail: text("customer_email"),
    /** What the customer pays the reseller. */
    price: minor("price").notNull(),
    payment: text("payment", { enum: ["awaiting", "received", "refused", "expired", "refunded"] })
      .notNull()
      .default("awaiting"),
    /** The shop's words to the customer, when it refused or gave the money back. */
    reason: text("reason"),
    placedAt: instant("placed_at").notNull().defaultNow(),
    payBy: instant("pay_by").notNull(),
    paidAt: instant("paid_at"),
    /** When `payment` last changed. */
    changedAt: instant("changed_at").notNull().defaultNow(),
    /** The ref that its delivery buys with: the same however often it is asked for; another only after a failure. */
    deliveryRef: text("delivery_ref").notNull(),
    /** The purchase that delivers it, bought with `delivery_ref`; null until then, also after each failure. */
    purchaseId: reference("purchase_id")
      .unique("orders_purchase")
      .references(() => purchases.id),
    /** Paid online, it is looked after by itself until it is over: when next. */
    nextLookAt: instant("next_look_at"),
    looks: integer("looks").notNull().default(0),
    /** What it waits for meanwhile, if for anything. */
    waitsFor: text("waits_for", { enum: ["wallet", "price", "plan", "account", "later", "payment"] }),
    /** The `delivery_ref` whose purchase was once delivered; written a little later (lib/shop/sweep-orders.ts). */
    deliveredRef: text("delivered_ref"),
  },
  (t) => [
    unique("orders_ref").on(t.shopId, t.ref),
    unique("orders_reference").on(t.shopId, t.reference),
    index("orders_reseller").on(t.resellerId, t.id),
    index("orders_reseller_paid").on(t.resellerId, t.paidAt),
    /**
     * What may wait for the shop: everything that was not paid or, as far as is known, not delivered yet. The statistics
     * `orders_delivered` know how few that are; the planner asks for them by these very words.
     */
    index("orders_undelivered")
      .on(t.resellerId, t.id)
      .where(
        sql`${t.payment} = 'awaiting' or ${t.payment} = 'received' and (${t.deliveredRef} = ${t.deliveryRef}) is not true`,
      )
      .concurrently(),
    index("orders_looked_after").on(t.nextLookAt).where(sql`${t.nextLookAt} is not null`).concurrently(),
    index("orders_next")
      .on(t.resellerId, t.nextLookAt, t.id)
      .where(sql`${t.nextLookAt} is not null`)
      .concurrently(),
    index("orders_wanting_money").on(t.resellerId).where(sql`${t.waitsFor} = 'wallet'`).concurrently(),
    check(
      "orders_waits_for",
      sql`${t.waitsFor} in ('wallet', 'price', 'plan', 'account', 'later', 'payment')`,
    ),
    index("orders_new").on(t.resellerId).where(sql`${t.payment} = 'awaiting'`),
    index("orders_unpaid").on(t.payBy).where(sql`${t.payment} = 'awaiting'`),
    index("orders_to_forget")
      .on(t.changedAt)
      .where(sql`${t.payment} in ('refused', 'expired') and ${t.phone} is not null`),
    check("orders_payment", sql`${t.payment} in ('awaiting', 'received', 'refused', 'expired', 'refunded')`),
    check("orders_price", sql`${t.price} > 0`),
    check("orders_paid", sql`(${t.payment} in ('received', 'refunded')) = (${t.paidAt} is not null)`),
  ],
);

/** How many orders came from an address or to a shop since when; one guarded statement takes a place. */
export const orderLimits = pgTable("order_limits", {
  bucket: text("bucket").primaryKey(),
  taken: integer("taken").notNull(),
  most: integer("most").notNull(),
  until: instant("until").notNull(),
});
