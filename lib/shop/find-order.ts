import { eq, sql } from "drizzle-orm";
import { shops } from "#db/schema/shop";
import { sellers } from "#lib/account/reseller/may-buy";
import type { Ctx } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { maskedPhone } from "#lib/core/phone";
import { OrderCode } from "./fields.ts";
import { shopIdBySlug } from "./get-shop.ts";
import { type OrderBase, type OrderRow, orderOf, orderRows } from "./order-view.ts";
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
  /** Changes whenever anything here does. */
  tag: string;
  /** Nothing more will happen by itself. */
  final: boolean;
}

/** An order by its address, also under a former one of its shop; who has the code may see it. @throws not_found */
export async function findOrder(ctx: Ctx, input: { slug: string; code: string }): Promise<CustomerOrderView> {
  const row = await orderRow(ctx, input);
  const [shop] = await ctx.db
    .select()
    .from(shops)
    .where(eq(shops.id, Number(row.shop_id)));
  if (!shop) throw notFound("order");
  const order = orderOf(row);
  const payable = order.payment === "awaiting" || order.payment === "expired";
  const face = faceOf(shop);
  return {
    ...order,
    phone: row.phone && maskedPhone(row.phone),
    shop: row.shut ? { ...face, phone: null, whatsapp: null } : face,
    shut: row.shut,
    payments: payable && !row.shut ? PaymentWays.parse(shop.payments) : [],
    tag: tagOf(row),
    final: isFinal(order),
  };
}

/** The `tag` alone, for who only asks whether something changed. @throws not_found */
export async function orderTag(ctx: Ctx, input: { slug: string; code: string }): Promise<string> {
  return tagOf(await orderRow(ctx, input));
}

type CustomerRow = OrderRow & { shop_id: string; shut: boolean };

async function orderRow(ctx: Ctx, { slug, code }: { slug: string; code: string }) {
  if (!OrderCode.safeParse(code).success) throw notFound("order");
  const [row] = await ctx.db.execute<CustomerRow>(sql`
    select o.shop_id, exists (
      select from shops s join (${sellers()}) seller on seller.id = s.reseller_id
      where s.id = o.shop_id and (s.closed_by = 'admin' or seller.closed)) as shut, ${orderRows()} where o.code = ${code}
      and o.shop_id = ${shopIdBySlug(slug)}`);
  if (!row) throw notFound("order");
  return row;
}

function tagOf(row: CustomerRow): string {
  return [
    row.shut ? "shut" : "",
    row.payment,
    row.changed_ms,
    row.state ?? "none",
    row.started_ms ?? "",
  ].join(".");
}

function isFinal({ payment, delivery }: OrderBase): boolean {
  if (payment === "received") return delivery?.state === "successful";
  return payment === "refused" || payment === "refunded";
}
