import { permanentRedirect } from "next/navigation";
import type { Ctx } from "#lib/core/context";
import { type CustomerOrderView, findOrder } from "#lib/shop/find-order";
import { getShop, type ShopView } from "#lib/shop/get-shop";
import type { Asked } from "./shop-route.ts";

/** The shop at an address; a former one leads to the same page under the address of today. @throws not_found also when it is closed. */
export async function findShop(ctx: Ctx, { request, params }: Asked<{ slug: string }>): Promise<ShopView> {
  const shop = await getShop(ctx, params);
  redirectToCurrentSlug(request, params.slug, shop.slug);
  return shop;
}

/** The order at an address, in the same way. @throws not_found for a wrong code and for another shop's order alike. */
export async function orderAt(
  ctx: Ctx,
  { request, params }: Asked<{ slug: string; code: string }>,
): Promise<CustomerOrderView> {
  const order = await findOrder(ctx, params);
  redirectToCurrentSlug(request, params.slug, order.shop.slug);
  return order;
}

/** A form that was sent goes through. */
function redirectToCurrentSlug(request: Request, asked: string, today: string): void {
  if (asked === today || request.method === "POST") return;
  const { pathname, search } = new URL(request.url);
  permanentRedirect(pathname.replace(/^\/s\/[^/]*/, `/s/${today}`) + search);
}
