import { and, eq, sql } from "drizzle-orm";
import { shops } from "#db/schema/shop";
import { sellers } from "#lib/account/reseller/may-buy";
import type { Ctx } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { maskedPhone } from "#lib/core/phone";
import { delivery } from "#lib/purchase/read/outcomes";
import { OrderCode } from "./fields.ts";
import { shopIdBySlug } from "./get-shop.ts";
import { isDelivery, type OrderBase, type OrderRow, orderColumns, orderOf, p } from "./order-view.ts";
import { waysOnline } from "./pay-order.ts";
import { type PaymentWay, PaymentWays } from "./payment-way.ts";
import { faceOf, type ShopFace } from "./shop-view.ts";

/** An order as the customer who has its code sees it: nothing but this order. */
export interface CustomerOrderView extends OrderBase {
  /** The recipient, partly hidden; null once it was deleted. */
  phone: string | null;
  shop: ShopFace;
  /** The portal closed the shop or its owner's account: it names neither where to pay nor whom to call. */
  shut: boolean;
  /** How to pay; empty when there is nothing to pay any more, or nobody to pay. */
  payments: PaymentWay[];
  /** The providers on whose pages it can be paid. */
  payOnline: { name: string; label: string }[];
  /** The customer may say that it did not come. */
  mayComplain: boolean;
  /** Changes whenever anything here does. */
  tag: string;
  /** Nothing more will happen by itself. */
  final: boolean;
}

/** An order by its address, also under a former one of its shop; who has the code may see it. @throws not_found */
export async function findOrder(ctx: Ctx, input: { slug: string; code: string }): Promise<CustomerOrderView> {
  const row = await orderRow(ctx, input);
  const { shop, shut } = row;
  const order = orderOf(row.order);
  const payable = order.payment === "awaiting" || order.payment === "expired";
  const face = faceOf(shop);
  return {
    ...order,
    phone: row.order.phone && maskedPhone(row.order.phone),
    shop: shut ? { ...face, phone: null, whatsapp: null } : face,
    shut,
    payments: payable && !shut ? PaymentWays.parse(shop.payments) : [],
    payOnline: row.payable ? await waysOnline(ctx, { resellerId: shop.resellerId, price: order.price }) : [],
    mayComplain: row.mayComplain && !order.complaint,
    tag: tagOf(row),
    final: isFinal(order),
  };
}

/** The `tag` alone, for who only asks whether something changed. @throws not_found */
export async function orderTag(ctx: Ctx, input: { slug: string; code: string }): Promise<string> {
  return tagOf(await orderRow(ctx, input));
}

async function orderRow(ctx: Ctx, { slug, code }: { slug: string; code: string }) {
  if (!OrderCode.safeParse(code).success) throw notFound("order");
  const isShut = sql<boolean>`exists (
    select from (${sellers()}) seller where seller.id = ${shops.resellerId} and (${shops.closedBy} = 'admin' or seller.closed))`;
  const [row] = await ctx.db
    .select({
      ...orderColumns,
      shop: shops,
      shut: isShut,
      mayComplain: sql<boolean>`${p.payment} = 'received' and not ${isShut} and coalesce(
        ${delivery.state} in ('successful', 'unconfirmed')
        and ${delivery.placedAt} > now() - make_interval(days => (select open_days from case_rules)), false)`,
      payable: sql<boolean>`${p.payment} = 'awaiting' and ${p.payBy} > now() and not ${isShut}
        and exists (select from (${sellers()}) seller where seller.id = ${shops.resellerId} and seller.may_sell)`,
    })
    .from(p)
    .innerJoin(shops, eq(shops.id, p.shopId))
    .leftJoin(delivery, isDelivery)
    .where(and(eq(p.code, code), sql`${p.shopId} = ${shopIdBySlug(slug)}`));
  if (!row) throw notFound("order");
  const { shop, shut, payable, mayComplain, ...order } = row;
  return { shop, shut, payable, mayComplain, order };
}

function tagOf({ shut, order }: { shut: boolean; order: OrderRow }): string {
  const { payment, changedAt, delivery, online, waitsFor, complaint } = order;
  return [
    shut ? "shut" : "",
    payment,
    changedAt.getTime(),
    delivery?.state ?? "none",
    delivery?.placedAt.getTime() ?? "",
    ...(complaint
      ? [complaint.state ?? "told", complaint.answerBy ?? "", complaint.answer ? "answered" : ""]
      : []),
    ...(online ? [online.state, online.refund ?? "", waitsFor ?? ""] : []),
  ].join(".");
}

function isFinal({ payment, delivery, online, complaint }: OrderBase): boolean {
  if (complaint && !complaint.answer && complaint.handled?.state !== "closed") return false;
  if (payment === "received") return delivery?.state === "successful";
  if (payment === "refunded" && online?.refund)
    return online.refund.state === "done" || online.refund.state === "taken_back";
  return payment === "refused" || payment === "refunded";
}
