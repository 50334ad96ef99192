import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { complaints, deliveryIssues } from "#db/schema/delivery-issue";
import { orders } from "#db/schema/shop";
import type { Ctx } from "#lib/core/context";
import { formatNetworkName, formatTypeName } from "#lib/core/text/display-name";
import { formatOrderReference } from "#lib/core/text/order-reference";
import { providerLabel } from "#lib/payment/providers/providers";
import { getDecisionDeadline } from "#lib/purchase/read/decision-deadline";
import { linkedPurchase, outcomeColumns } from "#lib/purchase/read/purchase-outcomes";
import type { PurchaseState } from "#lib/purchase/read/purchase-view";

export type OrderPaymentState = (typeof orders.$inferSelect)["payment"];

type DeliveryRow = NonNullable<OrderRow["delivery"]>;

/** The delivery of an order; null before it was bought. It has no price: that is the reseller's. */
export interface OrderDeliveryView extends Omit<DeliveryRow, "ending" | "placedAt" | "sentAt" | "price"> {
  /** Null while it is queued, and when it was cancelled there. */
  sentAt: Date | null;
  /** Failed without ever being sent. */
  cancelled: boolean;
  startedAt: Date;
  /** The latest time of a decision, while it is unconfirmed. */
  decisionDeadline: Date | null;
}

type PrivateField = "id" | "phone" | "customerName" | "customerEmail" | "deliveryRef";

/** The fields of an order that every reader sees; `price` is the customer's. Money in minor units. */
export interface OrderBase extends Omit<OrderRow, PrivateField | "delivery" | "online" | "complaint"> {
  delivery: OrderDeliveryView | null;
  online: OnlinePaymentView | null;
  complaint: ComplaintView | null;
}

type DeliveryIssue = typeof deliveryIssues.$inferSelect;

/** A customer's report of a missing delivery, and its result. */
export interface ComplaintView {
  symptom: (typeof complaints.$inferSelect)["symptom"];
  /** The customer's words; null when empty or erased. */
  details: string | null;
  madeAt: Date;
  /** The shop's reply to the customer. */
  answer: string | null;
  /** The state of its delivery issue, where the shop escalated it or opened one. */
  handled: Pick<DeliveryIssue, "state" | "outcome" | "answerBy"> | null;
}

export interface OnlinePaymentView {
  provider: string;
  /** Paid with the reseller's provider keys, into their own account. */
  own: boolean;
  state: "started" | "paid" | "review" | "failed" | "expired";
  page: string | null;
  /** The state of the refund; null without one. `charged_back`: the payer's bank charged it back before. */
  refund: {
    state: "waits" | "requested" | "pending" | "done" | "attention" | "charged_back";
    problem: string | null;
  } | null;
}

export const orderAlias = alias(orders, "p");

export const orderColumns = {
  id: orderAlias.id,
  code: orderAlias.code,
  /** The customer quotes it when paying: "K7F-3QD". */
  reference: orderAlias.reference,
  planId: orderAlias.planId,
  networkId: orderAlias.networkId,
  networkName: orderAlias.networkName,
  typeName: orderAlias.typeName,
  size: orderAlias.size,
  volume: orderAlias.volume,
  validity: orderAlias.validity,
  price: orderAlias.price,
  payment: orderAlias.payment,
  /** The shop's, when it rejected or refunded the order. */
  reason: orderAlias.reason,
  placedAt: orderAlias.placedAt,
  payBy: orderAlias.payBy,
  /** When the customer said that they paid the shop; null if they didn't. */
  paymentSentAt: orderAlias.paymentSentAt,
  paidAt: orderAlias.paidAt,
  changedAt: orderAlias.changedAt,
  phone: orderAlias.phone,
  customerName: orderAlias.customerName,
  customerEmail: orderAlias.customerEmail,
  /** By which the customer gets messages about it; null for none. */
  messageBy: orderAlias.messageBy,
  deliveryRef: orderAlias.deliveryRef,
  /** The blocker of the delivery or refund of an order that was paid online. */
  waitingFor: orderAlias.waitingFor,
  online: sql<OnlinePaymentRow | null>`(
    select jsonb_build_object(
      'provider', y.provider, 'own', y.keys_id is not null, 'state', y.state,
      'page', case when y.state = 'started' and y.expires_at > now() then y.page end,
      'money', case
        when t.reversed_at is null or t.restored_at is not null then t.state
        else 'charged_back'
      end,
      'refund', r.state, 'problem', r.problem)
    from payments y
    left join lateral (
      select id, state, reversed_at, restored_at
      from provider_transactions
      where payment_id = y.id
      order by suspense_reason is null or suspense_reason = 'undelivered' desc, id
      limit 1
    ) t on true
    left join lateral (
      select state, problem from payment_refunds where transaction_id = t.id order by id desc limit 1
    ) r on true
    where y.order_id = p.id
    order by y.state = 'paid' desc, y.id desc
    limit 1)`,
  complaint: sql<ComplaintRow | null>`(
    select jsonb_build_object(
      'symptom', c.symptom, 'details', c.details, 'madeAt', c.made_at, 'answer', c.answer,
      'state', k.state, 'outcome', k.outcome, 'answerBy', k.answer_by)
    from complaints c
    left join delivery_issues k on k.purchase_id = c.purchase_id
    where c.purchase_id = ${orderAlias.purchaseId})`,
  delivery: outcomeColumns,
};

interface ComplaintRow extends Pick<ComplaintView, "symptom" | "details" | "answer"> {
  madeAt: string;
  state: DeliveryIssue["state"] | null;
  outcome: DeliveryIssue["outcome"];
  answerBy: string | null;
}

interface OnlinePaymentRow extends Omit<OnlinePaymentView, "refund"> {
  /** The results of the payment and of its refund, in the provider's words. */
  money: string | null;
  refund: string | null;
  problem: string | null;
}

export const deliveryJoin = eq(linkedPurchase.id, orderAlias.purchaseId);

export function selectOrders(ctx: Ctx) {
  return ctx.db.select(orderColumns).from(orderAlias).leftJoin(linkedPurchase, deliveryJoin).$dynamic();
}

export type OrderRow = Awaited<ReturnType<typeof selectOrders>>[number];

export function toOrderBase(row: OrderRow): OrderBase {
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
    networkName: formatNetworkName(order.networkName),
    typeName: formatTypeName(order.typeName),
    reference: formatOrderReference(reference),
    delivery: delivery && toOrderDeliveryView(delivery),
    online: online && toOnlinePaymentView(online, order.payment),
    complaint: complaint && toComplaintView(complaint, delivery?.state),
  };
}

function toComplaintView(
  { madeAt, state, outcome, answerBy, ...row }: ComplaintRow,
  delivery: PurchaseState | undefined,
): ComplaintView {
  const back = delivery === "failed" || delivery === "reversed";
  const now = back ? ({ state: "closed", outcome: "money_back" } as const) : state && { state, outcome };
  const handled = now && answerBy ? { ...now, answerBy: new Date(answerBy) } : null;
  return { ...row, madeAt: new Date(madeAt), handled };
}

function toOrderDeliveryView(row: DeliveryRow): OrderDeliveryView {
  const { ending, placedAt, sentAt, price: _, ...rest } = row;
  return {
    ...rest,
    cancelled: ending === "cancelled",
    startedAt: placedAt,
    sentAt,
    decisionDeadline: sentAt && row.state === "unconfirmed" ? getDecisionDeadline(sentAt) : null,
  };
}

function toOnlinePaymentView(
  { money, refund, problem, provider, ...online }: OnlinePaymentRow,
  payment: OrderPaymentState,
): OnlinePaymentView {
  const label = providerLabel(provider);
  const goesBack = payment === "refunded" && online.state === "paid";
  return {
    ...online,
    provider: label,
    refund: goesBack ? { state: getRefundState(money, refund), problem } : null,
  };
}

function getRefundState(money: string | null, refund: string | null) {
  if (money === "credited" || money === "direct") return "waits";
  if (money === "charged_back") return "charged_back";
  if (money === "refunded") return "done";
  return money === "refunding" && (refund === "requested" || refund === "pending") ? refund : "attention";
}
