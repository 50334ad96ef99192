import { permanentRedirect } from "next/navigation";
import type { Ctx } from "#lib/core/context";
import { getShop, type ShopView } from "#lib/shop/get-shop";
import { type CustomerOrderView, findOrder } from "#lib/shop/order/find-order";
import type { ShopRequest } from "./shop-route.ts";

/** Loads the shop of a URL; a former slug redirects to the same page of the current one. @throws not_found also for a closed shop */
export async function loadRequestedShop(
  ctx: Ctx,
  { request, params }: ShopRequest<{ slug: string }>,
): Promise<ShopView> {
  const shop = await getShop(ctx, params);
  redirectToCurrentSlug(request, params.slug, shop.slug);
  return shop;
}

/** Loads the order of a URL, in the same way. @throws not_found for a wrong code, and for another shop's order */
export async function loadRequestedOrder(
  ctx: Ctx,
  { request, params }: ShopRequest<{ slug: string; code: string }>,
): Promise<CustomerOrderView> {
  const order = await findOrder(ctx, params);
  redirectToCurrentSlug(request, params.slug, order.shop.slug);
  return order;
}

/** Redirects GET requests only, so that a submitted form goes through. */
function redirectToCurrentSlug(request: Request, slug: string, currentSlug: string): void {
  if (slug === currentSlug || request.method === "POST") return;
  const { pathname, search } = new URL(request.url);
  permanentRedirect(pathname.replace(/^\/s\/[^/]*/, `/s/${currentSlug}`) + search);
}
