import { type SQL, sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { selectDue } from "#lib/core/due";
import { startLane } from "#lib/core/lane/lane";
import { EVERY_MINUTE } from "#lib/core/lane/run-timing";
import { defineActionItem, defineModule } from "#lib/core/module";
import { byOwner, byPhone, byReseller } from "#lib/core/personal-data";
import { pluralise } from "#lib/core/text/pluralise";
import { shopNotifications } from "./shop-notifications.ts";

/** Erases customers' details and complaints; plans and amounts stay. */
const eraseOrders = (condition: SQL) => sql`
  with theirs as (
    update orders
    set phone = null, customer_name = null, customer_email = null
    where ${condition}
    returning id
  ),
  erased_complaints as (
    update complaints
    set details = null, answer = null, erased_at = now()
    where erased_at is null and order_id in (select id from theirs)
  )
  select from theirs`;

/** Counts orders that may still be paid, and paid ones that are not known to be delivered. */
const countOpenOrders = (condition: SQL) => sql`
  select count(*) from orders where ${condition}
    and (payment = 'awaiting' or payment = 'received' and (delivered_ref = delivery_ref) is not true)`;

export const shopModule = defineModule({
  name: "shop",
  tables: {
    complaints: {
      retention: {
        label: "complaints of customers",
        days: () => 180,
        at: sql`made_at`,
        erases: sql`details = null, answer = null, erased_at = now()`,
        where: sql`erased_at is null`,
        inOrder: true,
      },
      personalData: {
        ...byReseller,
        phone: (phone) => sql`t.order_id in (select id from orders where phone = ${phone})`,
        email: (email) =>
          sql`t.order_id in (select id from orders where lower(customer_email) = lower(${email}))`,
      },
    },
    order_limits: {
      retention: {
        label: "recent orders per number",
        by: "lib/shop/order/sweep-orders.ts",
        days: () => 1,
      },
      personalData: { none: "counts, kept for an hour" },
    },
    orders: {
      retention: {
        label: "names and emails of shop customers; those of unpaid orders, with the number, after 7 days",
        days: () => 365,
        at: sql`placed_at`,
        erases: sql`customer_name = null, customer_email = null`,
        where: sql`(customer_name is not null or customer_email is not null)`,
        inOrder: true,
      },
      personalData: {
        ...byReseller,
        phone: byPhone,
        email: (email) => sql`lower(t.customer_email) = lower(${email})`,
      },
      erase: {
        phone: (phone) => eraseOrders(sql`phone = ${phone}`),
        email: (email) => eraseOrders(sql`lower(customer_email) = lower(${email})`),
      },
      blocksErasure: {
        account: (id) => countOpenOrders(sql`reseller_id = ${id}`),
        phone: (phone) => countOpenOrders(sql`phone = ${phone}`),
        email: (email) => countOpenOrders(sql`lower(customer_email) = lower(${email})`),
        explain: (n) =>
          `${n} ${n === 1n ? "order is" : "orders are"} open in a shop. Wait until they are delivered or refunded.`,
      },
    },
    shop_images: {
      retention: { current: "settings of a shop" },
      personalData: { none: "images, which the pages show" },
      erase: {
        account: (id) => sql`
          delete from shop_images
          where shop_id in (select id from shops where reseller_id = ${id})
          returning 1`,
      },
    },
    shop_slugs: {
      retention: { forever: "addresses of shops, which are never reused" },
      personalData: { account: byOwner(sql`(select reseller_id from shops s where s.id = t.shop_id)`) },
    },
    shops: {
      retention: { forever: "shops, to which orders refer" },
      personalData: byReseller,
      erase: {
        account: (id) => sql`
          update shops
          set
            name = 'Closed', note = '', phone = null, whatsapp = null, payments = '[]', logo = null,
            state = 'closed', closed_by = coalesce(closed_by, 'admin')
          where reseller_id = ${id}
          returning 1`,
      },
    },
  },
  async search(ctx, q) {
    const { searchOrders } = await import("./order/search-orders.ts");
    return searchOrders(ctx, q);
  },
  actionItems: {
    shopNames: defineActionItem({
      label: "New names of shops",
      rank: 150,
      badge: { tone: "wait", word: "Awaiting approval" },
      read: async (ctx) => (await import("./decide-shop-name.ts")).countNewShopNames(ctx),
      format: (count) =>
        count === 0
          ? undefined
          : {
              title: pluralise(count, "new shop name", "new shop names"),
              note: ["Until an admin approves it, messages to customers begin with the shop’s address."],
              path: "/admin/resellers/shops?name=new",
            },
    }),
  },
  actions: {
    ...declareActions(() => import("./decide-shop-name.ts"), {
      decideShopName: {
        redirects: "data",
        permission: "resellers",
        audit: ["shop.name_approved", "shop.name_rejected"],
      },
    }),
    ...declareActions(() => import("./set-shop-state.ts"), {
      closeShop: { redirects: null, permission: "resellers", audit: "shop.closed_by_admin" },
    }),
  },
  audit: {
    "order.complaint_answered": "answered a complaint",
    "order.complaint_passed": "escalated a complaint",
    "order.delivering": "started delivering a paid order",
    "order.not_received": "filed a complaint",
    "order.paid": "marked an order as paid",
    "order.payment_sent": "reported a payment to the shop",
    "order.placed": "placed an order",
    "order.refunded": "refunded an order",
    "order.rejected": "rejected an order",
    "shop.closed": "closed a shop",
    "shop.closed_by_admin": "closed a shop",
    "shop.logo": "changed a shop’s logo",
    "shop.name_approved": "approved a shop’s name for messages",
    "shop.name_rejected": "rejected a shop’s name for messages",
    "shop.opened": "opened a shop",
    "shop.paused": "paused a shop",
    "shop.payments_dropped": "removed shop bank details",
    "shop.saved": "changed a shop",
    "shop.unlocked": "allowed a shop to reopen",
  },
  events: {
    "order.placed": "A customer placed an order.",
    "order.refunded": "A customer has the money of an order again.",
  },
  follows: {
    "purchase.settled": async (...args) =>
      (await import("./order/make-orders-due.ts")).makeOrdersDue(...args),
  },
  jobs: [
    {
      name: "orders",
      label: "Orders paid online",
      pool: "orders",
      actor: "shop",
      prompt: true,
      due: selectDue("orders", "due_at"),
      wakeOn: {
        order: { for: (change) => change === "" || change.endsWith("received") },
        wallet: {
          prepare: async (ctx, resellerId) =>
            (await import("./order/fulfil-paid-orders.ts")).wakeOrdersAwaitingFunds(
              ctx,
              Number(resellerId) || null,
            ),
        },
      },
      start: async (ctx) => startLane(ctx, (await import("./order/fulfil-paid-orders.ts")).orderLane(ctx)),
    },
    {
      name: "order_expiry",
      label: "Order expiry",
      pool: "notifications",
      when: EVERY_MINUTE,
      async run(ctx) {
        await (await import("./order/sweep-orders.ts")).sweepOrders(ctx);
      },
    },
  ],
  notifications: shopNotifications,
});
