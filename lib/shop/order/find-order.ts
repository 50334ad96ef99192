import { and, eq, sql } from "drizzle-orm";
import { shops } from "#db/schema/shop";
import { selectSellers } from "#lib/account/reseller/select-reseller";
import { selectSetting } from "#lib/audit/settings/read-settings";
import type { Ctx } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { maskPhone } from "#lib/core/text/phone";
import { issueSettings } from "#lib/issue/issue-settings";
import { linkedPurchase } from "#lib/purchase/read/purchase-outcomes";
import { shopIdBySlug } from "#lib/shop/get-shop";
import { type ShopPaymentMethod, ShopPaymentMethods } from "#lib/shop/payment-method";
import { OrderCode } from "#lib/shop/shop-fields";
import { type PublicShopView, shopColumns, toPublicShopView } from "#lib/shop/shop-view";
import { isPayableOnline, listOnlinePaymentMethods } from "./online-payment-methods.ts";
import {
  deliveryJoin,
  type OrderBase,
  type OrderRow,
  orderAlias,
  orderColumns,
  toOrderBase,
} from "./order-view.ts";
import { type OrderPaymentMethod, rankPaymentMethods } from "./rank-payment-methods.ts";

export interface CustomerOrderView extends OrderBase {
  /** The recipient, partly hidden; null once it was deleted. */
  phone: string | null;
  shop: PublicShopView;
  /** The operator closed the shop or its owner's account: neither payment methods nor a contact are shown. */
  shut: boolean;
  /** Payment methods; empty when the order can't be paid any more. */
  payments: ShopPaymentMethod[];
  /** The best first. */
  payOnline: OrderPaymentMethod[];
  /** The customer may report that it was not received. */
  mayComplain: boolean;
  /** Changes with every field of the view. */
  tag: string;
  /** Nothing more happens automatically. */
  final: boolean;
}

/** The order at an address, also a shop's former one, to a customer with the code. @throws not_found */
export async function findOrder(ctx: Ctx, input: { slug: string; code: string }): Promise<CustomerOrderView> {
  const row = await findOrderRow(ctx, input);
  const { shop, shut } = row;
  const order = toOrderBase(row.order);
  const payable = order.payment === "awaiting" || order.payment === "expired";
  const face = toPublicShopView(shop);
  return {
    ...order,
    phone: row.order.phone && maskPhone(row.order.phone),
    shop: shut ? { ...face, phone: null, whatsapp: null } : face,
    shut,
    payments: payable && !shut ? ShopPaymentMethods.parse(shop.payments) : [],
    payOnline: row.payable
      ? await rankPaymentMethods(
          ctx,
          row.order,
          await listOnlinePaymentMethods(ctx, { resellerId: shop.resellerId, price: order.price }),
        )
      : [],
    mayComplain: row.mayComplain && !order.complaint,
    tag: buildOrderTag(row),
    final: isFinal(order),
  };
}

/** Returns the `tag` alone, to check for changes. @throws not_found */
export async function getOrderTag(ctx: Ctx, input: { slug: string; code: string }): Promise<string> {
  return buildOrderTag(await findOrderRow(ctx, input));
}

async function findOrderRow(ctx: Ctx, { slug, code }: { slug: string; code: string }) {
  if (!OrderCode.safeParse(code).success) throw notFoundError("order");
  const isShut = sql<boolean>`exists (
    select
    from (${selectSellers()}) seller
    where seller.id = ${shops.resellerId} and (${shops.closedBy} = 'admin' or seller.closed))`;
  const [row] = await ctx.db
    .select({
      ...orderColumns,
      shop: shopColumns,
      shut: isShut,
      mayComplain: sql<boolean>`${orderAlias.payment} = 'received' and not ${isShut} and coalesce(
        ${linkedPurchase.state} in ('successful', 'unconfirmed')
          and ${linkedPurchase.placedAt} > now() - make_interval(
            days => ${selectSetting(issueSettings, "reportingWindowDays")}),
        false)`,
      payable: isPayableOnline(orderAlias),
    })
    .from(orderAlias)
    .innerJoin(shops, eq(shops.id, orderAlias.shopId))
    .leftJoin(linkedPurchase, deliveryJoin)
    .where(and(eq(orderAlias.code, code), sql`${orderAlias.shopId} = ${shopIdBySlug(slug)}`));
  if (!row) throw notFoundError("order");
  const { shop, shut, payable, mayComplain, ...order } = row;
  return { shop, shut, payable, mayComplain, order };
}

function buildOrderTag({ shut, order }: { shut: boolean; order: OrderRow }): string {
  const { payment, changedAt, delivery, online, waitingFor, complaint } = order;
  return [
    shut ? "shut" : "",
    payment,
    changedAt.getTime(),
    delivery?.state ?? "none",
    delivery?.placedAt.getTime() ?? "",
    ...(complaint
      ? [complaint.state ?? "told", complaint.answerBy ?? "", complaint.answer ? "answered" : ""]
      : []),
    ...(online ? [online.state, online.refund ?? "", waitingFor ?? ""] : []),
  ].join(".");
}

function isFinal({ payment, delivery, online, complaint }: OrderBase): boolean {
  if (complaint && !complaint.answer && complaint.handled?.state !== "closed") return false;
  if (payment === "received") return delivery?.state === "successful";
  if (payment === "refunded" && online?.refund)
    return online.refund.state === "done" || online.refund.state === "charged_back";
  return payment === "rejected" || payment === "refunded";
}
