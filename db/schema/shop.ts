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
import {
  choice,
  identity,
  instant,
  isOneOf,
  minor,
  planSnapshot,
  reference,
  referenceTo,
} from "./columns.ts";
import { purchases } from "./purchase.ts";
import { wallets } from "./wallet.ts";

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
    /** Whether an admin let messages to customers begin with its name; until then they have its address. */
    nameState: choice("name_state", ["new", "approved", "rejected"]).default("new"),
    /** A short text at the top of the shop. */
    note: text("note").notNull().default(""),
    /** Numbers to call and to write to by WhatsApp, in E.164. */
    phone: text("phone"),
    whatsapp: text("whatsapp"),
    /** The hue of the shop's accent colour, 0 to 359. */
    hue: integer("hue").notNull(),
    /** The hash of the image that is the shop's logo. */
    logo: text("logo"),
    /** `paused` shows prices and accepts no orders; `closed` shows only earlier orders. */
    state: choice("state", ["open", "paused", "closed"]),
    closedBy: text("closed_by", { enum: ["owner", "admin"] }),
    /** The payment methods for customers (lib/shop/payment-method.ts). */
    payments: jsonb("payments").notNull().default(sql`'[]'::jsonb`),
    /** The time when they last changed; null since the shop opened. */
    paymentMethodsChangedAt: instant("payment_methods_changed_at"),
    /** How long an order waits for its payment, in minutes. */
    paymentWindowMinutes: integer("payment_window_minutes").notNull().default(120),
    /** An order paid online whose plan isn’t delivered then is refunded, instead of kept until it is. */
    refundsInOutage: boolean("refunds_in_outage").notNull().default(false),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
    /** How often an admin closed or reopened it: a form made from an older state is rejected. */
    version: integer("version").notNull().default(0),
  },
  (t) => [
    check("shops_slug_form", sql`${t.slug} ~ '^[a-z0-9]([a-z0-9-]{1,38})[a-z0-9]$'`),
    check("shops_hue", sql`${t.hue} between 0 and 359`),
    isOneOf("shops_state", t.state),
    isOneOf("shops_name_state", t.nameState),
    check("shops_closed_by", sql`(${t.state} = 'closed') = (${t.closedBy} is not null)`),
    check("shops_payment_window", sql`${t.paymentWindowMinutes} between 5 and 10080`),
  ],
);

/** Every address that a shop has or had: it leads there for ever, and no other shop can have it. */
export const shopSlugs = pgTable(
  "shop_slugs",
  {
    slug: text("slug").primaryKey(),
    shopId: referenceTo("shop_id", () => shops.id),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [index("shop_slugs_shop").on(t.shopId)],
);

/** Images of a shop, re-encoded, by the SHA-256 of the served bytes. */
export const shopImages = pgTable(
  "shop_images",
  {
    shopId: referenceTo("shop_id", () => shops.id),
    hash: text("hash").notNull(),
    bytes: bytes("bytes").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.hash] })],
);

/** A customer's order in a shop. */
export const orders = pgTable(
  "orders",
  {
    id: identity(),
    /** Unguessable: anyone who has it can see the order. */
    code: text("code").notNull().unique("orders_code"),
    shopId: referenceTo("shop_id", () => shops.id),
    resellerId: reference("reseller_id").notNull(),
    /** Comes with the form, so that a double tap is one order. */
    ref: text("ref").notNull(),
    /** The reference that the customer quotes when paying; short, unique in the shop. */
    reference: text("reference").notNull(),
    ...planSnapshot(),
    /** The recipient in E.164, and the customer; deleted from orders that were never paid. */
    phone: text("phone"),
    customerName: text("customer_name"),
    customerEmail: text("customer_email"),
    /** By which the customer agreed to get messages about it; null for none. */
    messageBy: text("message_by", { enum: ["sms", "whatsapp"] }),
    /** The customer's price, paid to the reseller. */
    price: minor("price").notNull(),
    payment: choice("payment", ["awaiting", "received", "rejected", "expired", "refunded"]).default(
      "awaiting",
    ),
    /** The shop's message to the customer about a rejection or refund. */
    reason: text("reason"),
    placedAt: instant("placed_at").notNull().defaultNow(),
    payBy: instant("pay_by").notNull(),
    /** When the customer said that they paid the shop; the shop alone decides whether they did. */
    paymentSentAt: instant("payment_sent_at"),
    paidAt: instant("paid_at"),
    /** When `payment` or the customer's word of it last changed. */
    changedAt: instant("changed_at").notNull().defaultNow(),
    /** The ref of the delivering purchase: constant over all requests; another only after a failure. */
    deliveryRef: text("delivery_ref").notNull(),
    /** The purchase that delivers it, bought with `delivery_ref`; null before, also after a failure. */
    purchaseId: reference("purchase_id")
      .unique("orders_purchase")
      .references(() => purchases.id),
    /** The time when an order that was paid online is handled next, until it is done. */
    dueAt: instant("due_at"),
    looks: integer("looks").notNull().default(0),
    /** The reason why it waits meanwhile, if any. */
    waitingFor: text("waiting_for", { enum: ["wallet", "price", "plan", "account", "later", "payment"] }),
    /** The `delivery_ref` whose purchase was delivered; written later (lib/shop/order/sweep-orders.ts). */
    deliveredRef: text("delivered_ref"),
  },
  (t) => [
    unique("orders_ref").on(t.shopId, t.ref),
    unique("orders_reference").on(t.shopId, t.reference),
    /** For admins, who search it among all shops. */
    index("orders_by_reference").on(t.reference),
    index("orders_reseller").on(t.resellerId, t.id),
    index("orders_reseller_paid").on(t.resellerId, t.paidAt),
    /**
     * Orders that may wait for the shop: all that are not paid or, as far as is known, not delivered yet. The
     * statistics `orders_delivered` know how few that are; the planner uses them for exactly this expression.
     */
    index("orders_undelivered")
      .on(t.resellerId, t.id)
      .where(
        sql`${t.payment} = 'awaiting' or ${t.payment} = 'received' and (${t.deliveredRef} = ${t.deliveryRef}) is not true`,
      ),
    index("orders_due").on(t.dueAt).where(sql`${t.dueAt} is not null`),
    index("orders_next").on(t.resellerId, t.dueAt, t.id).where(sql`${t.dueAt} is not null`),
    index("orders_waiting_for_wallet").on(t.resellerId).where(sql`${t.waitingFor} = 'wallet'`),
    isOneOf("orders_waiting_for", t.waitingFor),
    index("orders_new").on(t.resellerId).where(sql`${t.payment} = 'awaiting'`),
    index("orders_unpaid").on(t.payBy).where(sql`${t.payment} = 'awaiting'`),
    index("orders_to_erase")
      .on(t.changedAt)
      .where(sql`${t.payment} in ('rejected', 'expired') and ${t.phone} is not null`),
    isOneOf("orders_payment", t.payment),
    isOneOf("orders_message_by", t.messageBy),
    check("orders_price", sql`${t.price} > 0`),
    check("orders_paid", sql`(${t.payment} in ('received', 'refunded')) = (${t.paidAt} is not null)`),
  ],
);

/** The number of orders from an address or to a shop since an instant; counted by one guarded statement. */
export const orderLimits = pgTable("order_limits", {
  bucket: text("bucket").primaryKey(),
  orders: integer("orders").notNull(),
  maxOrders: integer("max_orders").notNull(),
  until: instant("until").notNull(),
});
