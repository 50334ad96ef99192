import { and, count, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { current } from "#lib/catalogue/current";
import { priceOf } from "#lib/catalogue/price";
import { type Ctx, requireReseller } from "#lib/core/context";
import { defineList } from "#lib/core/list";
import { decimalText, type Minor } from "#lib/core/money";
import { groupedPhone, parsePhone } from "#lib/core/phone";
import { Words } from "#lib/core/words";
import { refAfter } from "#lib/purchase/place/refs";
import { delivery, outcomes } from "#lib/purchase/read/outcomes";
import { isDelivery, type OrderBase, type OrderRow, orderOf, p, selectOrders } from "./order-view.ts";

/** An order in its shop's inbox. Money in minor units. */
export interface OrderView extends OrderBase {
  id: number;
  /** The recipient, grouped; null once it was deleted. */
  phone: string | null;
  customerName: string | null;
  customerEmail: string | null;
  /** What the reseller pays for the plan now; null when it is not sold. */
  cost: Minor | null;
  /** The ref that the next tap on "deliver" uses; null when there is nothing to deliver. */
  nextRef: string | null;
}

/** Which orders. To do: to be paid or delivered. Open: on its way. Done: everything else. */
const SHOWN = ["todo", "open", "done", "all"] as const;
export type Shown = (typeof SHOWN)[number];

/** The orders of the acting reseller's shop, newest first: what is to do unless told otherwise. */
export const orderList = defineList({
  allow: requireReseller,
  filter: {
    show: z.enum(SHOWN),
    /** Paid online, or to the shop. */
    paid: z.enum(["online", "shop"]),
    /** A reference, a name or a number. */
    q: Words.min(1).max(60),
  },
  pageSize: 30,
  read: async (ctx, { show = "todo", paid, q }, slice) => {
    const { id, level } = requireReseller(ctx);
    const [rows, catalogue] = await Promise.all([
      selectOrders(ctx)
        .where(
          and(eq(p.resellerId, id), shown(show, id), ...paidBy(paid), ...searched(q), ...slice.conditions),
        )
        .orderBy(slice.orderBy)
        .limit(slice.limit),
      current(ctx),
    ]);
    return slice.page(rows, (row) => {
      const plan = catalogue.plans.get(row.planId);
      return orderView(row, (plan && priceOf(plan, level)) ?? null);
    });
  },
  file: {
    name: "orders",
    columns: {
      reference: ({ reference }) => reference,
      ordered: ({ placedAt }) => placedAt,
      number: ({ phone }) => phone,
      customer: ({ customerName }) => customerName,
      "e-mail": ({ customerEmail }) => customerEmail,
      network: ({ networkName }) => networkName,
      plan: ({ size, volume, validity }) => [size, volume, validity].join(" ").trim(),
      price: ({ price }) => decimalText(price),
      payment: ({ payment }) => payment,
      paid: ({ paidAt }) => paidAt,
      "paid by": ({ online }) => (online?.state === "paid" ? online.provider : null),
      "waits for": ({ waitsFor }) => waitsFor,
      refund: ({ online }) => online?.refund?.state ?? null,
      delivery: ({ delivery }) => delivery?.state ?? null,
      delivered: ({ delivery }) => delivery?.settledAt ?? null,
      cost: ({ delivery }) => (delivery ? decimalText(delivery.price) : null),
    },
  },
});

function paidBy(paid: "online" | "shop" | undefined): SQL[] {
  if (!paid) return [];
  const online = sql`exists (select from payments y where y.order_id = ${p.id} and y.state = 'paid')`;
  return [paid === "online" ? online : sql`${p.paidAt} is not null and not ${online}`];
}

function orderView(row: OrderRow, cost: Minor | null): OrderView {
  return {
    ...orderOf(row),
    id: row.id,
    phone: row.phone && groupedPhone(row.phone),
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    cost,
    nextRef: nextRefOf(row),
  };
}

const TODO = sql`(${p.payment} = 'awaiting'
  or (${p.payment} = 'received' and (${p.purchaseId} is null or ${delivery.state} in ('failed', 'reversed'))))`;
/**
 * A complaint `c` waits for its shop: the customer has no answer, and nobody looks into it. Passed on, it is the desk's until
 * that has answered or asks something; money that came back leaves the order itself to do.
 */
const WAITS = sql`(c.answered_at is null and (c.passed_at is null or exists (
  select from cases k join purchases b on b.id = k.purchase_id
  where k.purchase_id = c.purchase_id and k.state <> 'desk' and b.state not in ('failed', 'reversed'))))`;
/** The customer says that it did not come, and the shop is next. */
const UNANSWERED = sql`exists (select from complaints c
  where c.order_id = ${p.id} and c.purchase_id = ${p.purchaseId} and ${WAITS})`;
const OPEN = sql`${delivery.state} in ('queued', 'sending', 'unconfirmed')`;

function shown(show: Shown, resellerId: number): SQL {
  switch (show) {
    case "todo":
      return toDo(resellerId);
    case "open":
      return OPEN;
    case "done":
      return sql`not ${TODO} and not coalesce(${OPEN}, false) and not ${UNANSWERED}`;
    case "all":
      return sql`true`;
  }
}

/** `TODO`, looked for among the few that may be: those not known to be delivered, and those reversed since. */
function toDo(resellerId: number): SQL {
  return sql`(${TODO} or ${UNANSWERED}) and ${p.id} = any(array(
    select c.order_id from complaints c where c.reseller_id = ${resellerId} and ${WAITS}
    union all
    select w.id from orders w where w.reseller_id = ${resellerId}
      and (w.payment = 'awaiting' or w.payment = 'received' and (w.delivered_ref = w.delivery_ref) is not true)
    union all
    select w.id from orders w where w.reseller_id = ${resellerId} and w.purchase_id = any(array(
      select r.id from (${outcomes()}) r
      where r.reseller_id = ${resellerId} and r.channel = 'storefront' and r.state = 'reversed'))))`;
}

function searched(q: string | undefined): SQL[] {
  if (!q) return [];
  const finds = [
    sql`${p.reference} = ${q.toLowerCase().replaceAll(/[^0-9a-z]/g, "")}`,
    sql`strpos(lower(${p.customerName}), ${q.toLowerCase()}) > 0`,
  ];
  const phone = parsePhone(q);
  if (phone) finds.push(eq(p.phone, phone));
  return [sql`(${sql.join(finds, sql` or `)})`];
}

function nextRefOf({ payment, delivery, deliveryRef, phone }: OrderRow): string | null {
  if (phone === null || payment === "refunded") return null;
  if (!delivery) return deliveryRef;
  return delivery.state === "failed" || delivery.state === "reversed" ? refAfter(deliveryRef) : null;
}

/** How many orders of the acting reseller wait for them. */
export async function countToDo(ctx: Ctx): Promise<number> {
  const { id } = requireReseller(ctx);
  const [row] = await ctx.db
    .select({ count: count() })
    .from(p)
    .leftJoin(delivery, isDelivery)
    .where(and(eq(p.resellerId, id), toDo(id)));
  return row?.count ?? 0;
}

/** How many orders and complaints of a reseller's shop nobody has answered yet. Asked with every page, so from small indexes. */
export const newOrdersOf = (resellerId: SQL): SQL => sql`(
  (select count(*)::int from orders where reseller_id = ${resellerId} and payment = 'awaiting')
  + (select count(*)::int from complaints c where c.reseller_id = ${resellerId} and ${WAITS}))`;
