import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { findOtherNetworkName } from "#lib/catalogue/network-prefixes";
import { findPlanOffer } from "#lib/catalogue/plan-offer";
import { isCostHidden, requireReseller } from "#lib/core/context";
import { defineList } from "#lib/core/list/list";
import { formatDecimal, type Minor } from "#lib/core/money/money";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import { isRefunded, isUnsettled } from "#lib/core/purchase-state";
import { int, minor } from "#lib/core/read-rows";
import { formatNetworkName } from "#lib/core/text/display-name";
import { formatPhone, parsePhone } from "#lib/core/text/phone";
import { containsText, readOrderReference } from "#lib/core/text/search-text";
import { SingleLineText } from "#lib/core/text/single-line-text";
import { incrementRef } from "#lib/purchase/place/refs";
import { linkedPurchase, selectPurchaseOutcomes } from "#lib/purchase/read/purchase-outcomes";
import {
  deliveryJoin,
  type OrderBase,
  type OrderRow,
  orderAlias,
  selectOrders,
  toOrderBase,
} from "./order-view.ts";

/** An order in its shop's inbox. Money in minor units. */
export interface OrderView extends OrderBase {
  id: number;
  /** The recipient, grouped; null once it was deleted. */
  phone: string | null;
  customerName: string | null;
  customerEmail: string | null;
  /** The reseller's current price of the plan; null when it is not sold, or hidden. */
  cost: Minor | null;
  /** The price at which it was bought; null before, or hidden. */
  bought: Minor | null;
  /** The network that the number of an order to deliver looks like, where it isn't the plan's. */
  otherNetwork: string | null;
  /** The ref that the next tap on "deliver" uses; null when there is nothing to deliver. */
  nextRef: string | null;
}

/** To do: to be paid or delivered. Open: on its way. Done: everything else. */
const ORDER_TABS = ["todo", "open", "done", "all"] as const;
export type OrderTab = (typeof ORDER_TABS)[number];

/** Lists the orders of the acting reseller's shop, newest first; by default those to do. */
export const orderList = defineList({
  allow: (ctx) => requireReseller(ctx, "refund"),
  filter: {
    show: z.enum(ORDER_TABS),
    /** Paid online, to the shop, or to the shop as the customer alone says. */
    paid: z.enum(["online", "shop", "sent"]),
    /** A reference, a name or a number. */
    q: SingleLineText.min(1).max(60),
  },
  pageSize: 30,
  read: async (ctx, { show = "todo", paid, q }, slice) => {
    const seller = requireReseller(ctx, "refund");
    const { id } = seller;
    const terms = getPriceTerms(seller);
    const [rows, catalogue] = await Promise.all([
      selectOrders(ctx)
        .where(
          and(
            eq(orderAlias.resellerId, id),
            tabCondition(show, sql`${id}`),
            ...paidByConditions(paid),
            ...searchConditions(q),
            ...slice.conditions,
          ),
        )
        .orderBy(slice.orderBy)
        .limit(slice.limit),
      getCatalogue(ctx),
    ]);
    const sold = catalogue.networks.map(({ name }) => formatNetworkName(name));
    return slice.page(rows, (row) => {
      if (isCostHidden(ctx)) return toOrderView(row, { cost: null, bought: null }, sold);
      const cost = findPlanOffer(catalogue, row.planId, terms)?.price ?? null;
      return toOrderView(row, { cost, bought: row.delivery?.price ?? null }, sold);
    });
  },
  file: {
    name: "orders",
    columns: {
      reference: ({ reference }) => reference,
      ordered: ({ placedAt }) => placedAt,
      number: ({ phone }) => phone,
      customer: ({ customerName }) => customerName,
      email: ({ customerEmail }) => customerEmail,
      network: ({ networkName }) => networkName,
      plan: ({ size, volume, validity }) => [size, volume, validity].join(" ").trim(),
      price: ({ price }) => formatDecimal(price),
      payment: ({ payment }) => payment,
      "payment sent": ({ paymentSentAt }) => paymentSentAt,
      paid: ({ paidAt }) => paidAt,
      "paid by": ({ online }) => (online?.state === "paid" ? online.provider : null),
      obstacle: ({ waitingFor }) => waitingFor,
      refund: ({ online }) => online?.refund?.state ?? null,
      delivery: ({ delivery }) => delivery?.state ?? null,
      delivered: ({ delivery }) => delivery?.settledAt ?? null,
      cost: ({ bought }) => (bought === null ? null : formatDecimal(bought)),
    },
  },
});

function paidByConditions(paid: "online" | "shop" | "sent" | undefined): SQL[] {
  if (!paid) return [];
  if (paid === "sent") return [IS_PAYMENT_SENT];
  const online = sql`exists (
    select from payments y where y.order_id = ${orderAlias.id} and y.state = 'paid')`;
  return [paid === "online" ? online : sql`${orderAlias.paidAt} is not null and not ${online}`];
}

function toOrderView(
  row: OrderRow,
  costs: Pick<OrderView, "cost" | "bought">,
  sold: readonly string[],
): OrderView {
  const nextRef = nextDeliveryRef(row);
  return {
    ...toOrderBase(row),
    id: row.id,
    phone: row.phone && formatPhone(row.phone),
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    ...costs,
    otherNetwork:
      nextRef !== null && row.phone ? findOtherNetworkName(row.networkName, row.phone, sold) : null,
    nextRef,
  };
}

const NEEDS_ACTION = sql`(${orderAlias.payment} = 'awaiting'
  or (${orderAlias.payment} = 'received'
    and (${orderAlias.purchaseId} is null or ${isRefunded(linkedPurchase.state)})))`;
/**
 * A complaint `c` waits for its shop: it has no answer, and no admin checks it. An escalated one waits for an
 * admin until the admin's reply or question; after a refund only the order is left to do.
 */
const COMPLAINT_NEEDS_REPLY = sql`(c.answered_at is null and (c.escalated_at is null or exists (
  select from delivery_issues k join purchases b on b.id = k.purchase_id
  where k.purchase_id = c.purchase_id and k.state <> 'admin' and not ${isRefunded(sql`b.state`)})))`;
/** The customer reported a missing delivery, and the shop has to reply. */
const HAS_UNANSWERED_COMPLAINT = sql`exists (
  select
  from complaints c
  where c.order_id = ${orderAlias.id} and c.purchase_id = ${orderAlias.purchaseId}
    and ${COMPLAINT_NEEDS_REPLY})`;
const IN_DELIVERY = isUnsettled(linkedPurchase.state);

function tabCondition(show: OrderTab, resellerId: SQL): SQL {
  switch (show) {
    case "todo":
      return actionRequiredCondition(resellerId);
    case "open":
      return IN_DELIVERY;
    case "done":
      return sql`not ${NEEDS_ACTION}
        and not coalesce(${IN_DELIVERY}, false) and not ${HAS_UNANSWERED_COMPLAINT}`;
    case "all":
      return sql`true`;
  }
}

/**
 * Builds the condition of orders to do. Searches only the few candidates:
 * orders not known to be delivered, and those reversed since.
 */
function actionRequiredCondition(resellerId: SQL): SQL {
  return sql`(${NEEDS_ACTION} or ${HAS_UNANSWERED_COMPLAINT}) and ${orderAlias.id} = any(array(
    select c.order_id from complaints c where c.reseller_id = ${resellerId} and ${COMPLAINT_NEEDS_REPLY}
    union all
    select w.id
    from orders w
    where w.reseller_id = ${resellerId}
      and (w.payment = 'awaiting'
        or w.payment = 'received' and (w.delivered_ref = w.delivery_ref) is not true)
    union all
    select w.id
    from orders w
    where w.reseller_id = ${resellerId} and w.purchase_id = any(array(
      select r.id
      from (${selectPurchaseOutcomes()}) r
      where r.reseller_id = ${resellerId} and r.channel = 'shop' and r.state = 'reversed'))))`;
}

function searchConditions(q: string | undefined): SQL[] {
  if (!q) return [];
  const finds = [containsText(orderAlias.customerName, q)];
  const reference = readOrderReference(q);
  if (reference) finds.push(eq(orderAlias.reference, reference));
  const phone = parsePhone(q);
  if (phone) finds.push(eq(orderAlias.phone, phone));
  return [sql`(${sql.join(finds, sql` or `)})`];
}

function nextDeliveryRef({ payment, delivery, deliveryRef, phone }: OrderRow): string | null {
  if (phone === null || payment === "refunded") return null;
  if (!delivery) return deliveryRef;
  return delivery.state === "failed" || delivery.state === "reversed" ? incrementRef(deliveryRef) : null;
}

/** The orders to do of a shop, and those of them that their customers say they paid. Money in minor units. */
export const OrdersToDo = z.object({ count: int, sent: int, sentTotal: minor });
export type OrdersToDo = z.output<typeof OrdersToDo>;

const IS_PAYMENT_SENT = sql`${orderAlias.payment} = 'awaiting' and ${orderAlias.paymentSentAt} is not null`;

/** Sums up the orders to do of a reseller's shop. Every page runs it, so it reads small indexes only. */
export const ordersToDoSql = (resellerId: SQL): SQL => sql`(
  select json_build_object(
    'count', count(*), 'sent', count(*) filter (where ${IS_PAYMENT_SENT}),
    'sentTotal', coalesce(sum(${orderAlias.price}) filter (where ${IS_PAYMENT_SENT}), 0)::text)
  from orders p left join purchases delivery on ${deliveryJoin}
  where ${orderAlias.resellerId} = ${resellerId} and ${actionRequiredCondition(resellerId)})`;
