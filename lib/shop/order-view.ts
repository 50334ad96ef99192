import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { orders } from "#db/schema/shop";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { PROVIDER_NAMES } from "#lib/payment/names";
import type { ProviderName } from "#lib/payment/provider";
import type { CaseView, Seen } from "#lib/purchase/case/case-view";
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
  /** Its payment online, if one was begun: the one that paid it, or the last. */
  online: OnlineView | null;
  /** What its customer said of the delivery; null where nothing was. */
  complaint: ComplaintView | null;
  /** What keeps an order that was paid online from being delivered, or its money from going back. */
  waitsFor: "wallet" | "price" | "plan" | "account" | "later" | "payment" | null;
}

/** That the customer did not receive an order, and what came of it. */
export interface ComplaintView {
  seen: Seen;
  /** The customer's words; null where there were none, or where they were erased. */
  said: string | null;
  madeAt: Date;
  /** The shop's words to the customer. */
  answer: string | null;
  /** How the operator's case of it stands, where the shop passed it on or opened one. */
  handled: { state: CaseView["state"]; outcome: CaseView["outcome"]; answerBy: Date } | null;
}

/** A payment of an order on a provider's page. */
export interface OnlineView {
  provider: string;
  /** Paid by the reseller's own keys, to their own account. */
  own: boolean;
  state: "started" | "paid" | "review" | "failed" | "expired";
  /** The provider's page while it can be paid there. */
  page: string | null;
  /** How the money is going back; null while it is not to. `taken_back`: the payer's bank did it before. */
  refund: {
    state: "waits" | "asked" | "pending" | "done" | "attention" | "taken_back";
    why: string | null;
  } | null;
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
  waitsFor: p.waitsFor,
  online: sql<OnlineRow | null>`(
    select jsonb_build_object('provider', y.provider, 'own', y.keys_id is not null, 'state', y.state,
      'page', case when y.state = 'started' and y.expires_at > now() then y.page end,
      'money', case when t.reversed_at is null or t.restored_at is not null then t.state else 'taken_back' end, 'refund', r.state, 'why', r.why)
    from payments y
    left join lateral (select id, state, reversed_at, restored_at from provider_transactions where payment_id = y.id
      order by why is null or why = 'undelivered' desc, id limit 1) t on true
    left join lateral (select state, why from payment_refunds where transaction_id = t.id order by id desc limit 1) r on true
    where y.order_id = p.id order by y.state = 'paid' desc, y.id desc limit 1)`,
  complaint: sql<ComplaintRow | null>`(
    select jsonb_build_object('seen', c.seen, 'said', c.said, 'madeAt', c.made_at, 'answer', c.answer, 'state', k.state,
      'outcome', k.outcome, 'answerBy', k.answer_by)
    from complaints c left join cases k on k.purchase_id = c.purchase_id where c.purchase_id = ${p.purchaseId})`,
  delivery: outcomeColumns,
};

interface ComplaintRow extends Pick<ComplaintView, "seen" | "said" | "answer"> {
  madeAt: string;
  state: CaseView["state"] | null;
  outcome: CaseView["outcome"];
  answerBy: string | null;
}

interface OnlineRow {
  provider: string;
  own: boolean;
  state: OnlineView["state"];
  page: string | null;
  /** What became of the money, and of its refund, in the provider's words. */
  money: string | null;
  refund: string | null;
  why: string | null;
}

/** The join that brings the deliveries. */
export const isDelivery = eq(delivery.id, p.purchaseId);

export function selectOrders(ctx: Ctx) {
  return ctx.db.select(orderColumns).from(p).leftJoin(delivery, isDelivery).$dynamic();
}

export type OrderRow = Awaited<ReturnType<typeof selectOrders>>[number];

export function orderOf(row: OrderRow): OrderBase {
  const {
    id,
    phone,
    customerName,
    customerEmail,
    deliveryRef,
    delivery,
    reference,
    online,
    complaint,
    ...order
  } = row;
  return {
    ...order,
    reference: groupedReference(reference),
    delivery: delivery && deliveryOf(delivery),
    online: online && onlineOf(online, order.payment),
    complaint: complaint && complaintOf(complaint, delivery?.state),
  };
}

function complaintOf(
  { madeAt, state, outcome, answerBy, ...row }: ComplaintRow,
  delivery: PurchaseState | undefined,
): ComplaintView {
  const back = delivery === "failed" || delivery === "reversed";
  const now = back ? ({ state: "closed", outcome: "money_back" } as const) : state && { state, outcome };
  const handled = now && answerBy ? { ...now, answerBy: new Date(answerBy) } : null;
  return { ...row, madeAt: new Date(madeAt), handled };
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

function onlineOf({ money, refund, why, provider, ...online }: OnlineRow, payment: PaymentState): OnlineView {
  const label = PROVIDER_NAMES[provider as ProviderName] ?? provider;
  const goesBack = payment === "refunded" && online.state === "paid";
  return { ...online, provider: label, refund: goesBack ? { state: refundState(money, refund), why } : null };
}

function refundState(money: string | null, refund: string | null) {
  if (money === "credited" || money === "direct") return "waits";
  if (money === "taken_back") return "taken_back";
  if (money === "refunded") return "done";
  return money === "refunding" && (refund === "asked" || refund === "pending") ? refund : "attention";
}

/** A reference for reading and quoting: "K7F-3QD". */
export function groupedReference(reference: string): string {
  return `${reference.slice(0, 3)}-${reference.slice(3)}`.toUpperCase();
}
