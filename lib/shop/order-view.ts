import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { orders } from "#db/schema/shop";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { decisionDeadline } from "#lib/purchase/read/decision-deadline";
import { delivery, outcomeColumns } from "#lib/purchase/read/outcomes";
import type { PurchaseState } from "#lib/purchase/read/view";

export type PaymentState = "awaiting" | "received" | "refused" | "expired" | "refunded";

/** How the data of an order is doing: null before it was bought. */
export interface DeliveryView {
  ident: string;
  state: PurchaseState;
  /** Failed without ever being sent. */
  cancelled: boolean;
  /** What the reseller paid for it, in minor units. */
  price: Minor;
  startedAt: Date;
  /** When it was sent to the network; null while it waits in line, and for ever when it was cancelled there. */
  sentAt: Date | null;
  settledAt: Date | null;
  /** When the network took it back again. */
  reversedAt: Date | null;
  /** By when it is decided at the latest, while it is not confirmed. */
  decisionDeadline: Date | null;
}

/** What an order is, whoever looks at it. Money in minor units. */
export interface OrderBase {
  code: string;
  /** What the customer quotes when paying: "K7F-3QD". */
  reference: string;
  networkId: number;
  networkName: string;
  planId: number;
  typeName: string;
  size: string;
  volume: string;
  validity: string;
  /** What the customer pays. */
  price: Minor;
  payment: PaymentState;
  /** The shop's words, when it refused or gave the money back. */
  reason: string | null;
  placedAt: Date;
  payBy: Date;
  paidAt: Date | null;
  changedAt: Date;
  delivery: DeliveryView | null;
}

/** The orders that are read, under the name by which pages know them. */
export const p = alias(orders, "p");

/** What the views of an order are made of: itself, and the purchase that delivers it. */
export const orderColumns = {
  id: p.id,
  code: p.code,
  reference: p.reference,
  planId: p.planId,
  networkId: p.networkId,
  networkName: p.networkName,
  typeName: p.typeName,
  size: p.size,
  volume: p.volume,
  validity: p.validity,
  price: p.price,
  payment: p.payment,
  reason: p.reason,
  placedAt: p.placedAt,
  payBy: p.payBy,
  paidAt: p.paidAt,
  changedAt: p.changedAt,
  phone: p.phone,
  customerName: p.customerName,
  customerEmail: p.customerEmail,
  deliveryRef: p.deliveryRef,
  delivery: outcomeColumns,
};

/** The join that brings the deliveries. */
export const isDelivery = eq(delivery.id, p.purchaseId);

export function selectOrders(ctx: Ctx) {
  return ctx.db.select(orderColumns).from(p).leftJoin(delivery, isDelivery).$dynamic();
}

export type OrderRow = Awaited<ReturnType<typeof selectOrders>>[number];

export function orderOf(row: OrderRow): OrderBase {
  const { id, phone, customerName, customerEmail, deliveryRef, delivery, reference, ...order } = row;
  return {
    ...order,
    reference: groupedReference(reference),
    delivery: delivery && deliveryOf(delivery),
  };
}

function deliveryOf(row: NonNullable<OrderRow["delivery"]>): DeliveryView {
  const { ending, placedAt, sentAt, ...rest } = row;
  return {
    ...rest,
    cancelled: ending === "cancelled",
    startedAt: placedAt,
    sentAt,
    decisionDeadline: sentAt && row.state === "unconfirmed" ? decisionDeadline(sentAt) : null,
  };
}

/** A reference for reading and quoting: "K7F-3QD". */
function groupedReference(reference: string): string {
  return `${reference.slice(0, 3)}-${reference.slice(3)}`.toUpperCase();
}
