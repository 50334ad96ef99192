import { type SQL, sql } from "drizzle-orm";
import type { Minor } from "#lib/core/money";
import { decisionDeadline } from "#lib/purchase/read/decision-deadline";
import type { PurchaseState } from "#lib/purchase/read/view";
import { outcomes } from "#lib/purchase/settle/outcomes";

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

/** An order as a raw statement returns it. */
export type OrderRow = Record<
  | "id"
  | "code"
  | "reference"
  | "network_name"
  | "type_name"
  | "size"
  | "volume"
  | "validity"
  | "price"
  | "payment"
  | "delivery_ref"
  | "placed_ms"
  | "pay_by_ms"
  | "changed_ms",
  string
> & {
  plan_id: number;
  network_id: number;
  phone: string | null;
  customer_name: string | null;
  customer_email: string | null;
  reason: string | null;
  paid_ms: string | null;
  ident: string | null;
  bought_for: string | null;
  state: PurchaseState | null;
  cancelled: boolean | null;
  started_ms: string | null;
  sent_ms: string | null;
  settled_ms: string | null;
  reversed_ms: string | null;
};

const ms = (at: SQL) => sql`(extract(epoch from ${at}) * 1000)::bigint`;

/** What follows SELECT for `orderOf`: orders `o` with the purchases `p` that deliver them. */
export function orderRows(): SQL {
  return sql`o.id, o.code, o.reference, o.plan_id, o.network_id, o.network_name, o.type_name, o.size, o.volume,
    o.validity, o.price, o.payment, o.reason, o.delivery_ref, o.phone, o.customer_name, o.customer_email,
    ${ms(sql`o.placed_at`)} as placed_ms, ${ms(sql`o.pay_by`)} as pay_by_ms, ${ms(sql`o.paid_at`)} as paid_ms,
    ${ms(sql`o.changed_at`)} as changed_ms, p.ident, p.price as bought_for, p.state, p.cancelled,
    ${ms(sql`p.placed_at`)} as started_ms, ${ms(sql`p.sent_at`)} as sent_ms, ${ms(sql`p.settled_at`)} as settled_ms,
    ${ms(sql`p.reversed_at`)} as reversed_ms
    from orders o left join (${outcomes()}) p on p.id = o.purchase_id`;
}

export function orderOf(row: OrderRow): OrderBase {
  return {
    code: row.code,
    reference: groupedReference(row.reference),
    planId: row.plan_id,
    networkId: row.network_id,
    networkName: row.network_name,
    typeName: row.type_name,
    size: row.size,
    volume: row.volume,
    validity: row.validity,
    price: BigInt(row.price),
    payment: row.payment as PaymentState,
    reason: row.reason,
    placedAt: instant(row.placed_ms),
    payBy: instant(row.pay_by_ms),
    paidAt: instantOf(row.paid_ms),
    changedAt: instant(row.changed_ms),
    delivery: deliveryOf(row),
  };
}

function deliveryOf(row: OrderRow): DeliveryView | null {
  if (row.ident === null || row.state === null || row.started_ms === null) return null;
  const sentAt = instantOf(row.sent_ms);
  return {
    ident: row.ident,
    state: row.state,
    cancelled: row.cancelled ?? false,
    price: BigInt(row.bought_for ?? 0),
    startedAt: instant(row.started_ms),
    sentAt,
    settledAt: instantOf(row.settled_ms),
    reversedAt: instantOf(row.reversed_ms),
    decisionDeadline: sentAt && row.state === "unconfirmed" ? decisionDeadline(sentAt) : null,
  };
}

/** A reference for reading and quoting: "K7F-3QD". */
function groupedReference(reference: string): string {
  return `${reference.slice(0, 3)}-${reference.slice(3)}`.toUpperCase();
}

const instant = (milliseconds: string) => new Date(Number(milliseconds));
const instantOf = (milliseconds: string | null) => (milliseconds === null ? null : instant(milliseconds));
