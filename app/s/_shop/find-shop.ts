import { headers } from "next/headers";
import { permanentRedirect } from "next/navigation";
import { cache } from "react";
import { type CustomerOrderView, findOrder } from "#lib/shop/find-order";
import { getShop, type ShopContact, type ShopView, shopContact } from "#lib/shop/get-shop";
import { currentCtx } from "#lib/web/actor";
import { orNotFound } from "#lib/web/or-not-found";

/**
 * The shop at an address, once per page; an address without one and a closed one are a missing page, a former
 * one leads to the same page under the address of today.
 */
export const findShop = cache(async (slug: string): Promise<ShopView> => {
  const shop = await orNotFound(currentCtx().then((ctx) => getShop(ctx, { slug })));
  await redirectToCurrentSlug(slug, shop.slug);
  return shop;
});

/**
 * The order at an address, once per page; a wrong code and another shop's order are the same missing page, a
 * former address of the shop leads to today's.
 */
export const orderAt = cache(async (slug: string, code: string): Promise<CustomerOrderView> => {
  const order = await orNotFound(currentCtx().then((ctx) => findOrder(ctx, { slug, code })));
  await redirectToCurrentSlug(slug, order.shop.slug);
  return order;
});

/** Who the shop in the page's address is, for pages that were not found and get no parameters. */
export async function shopHere(): Promise<ShopContact | undefined> {
  const [, , slug = ""] = ((await headers()).get("x-path") ?? "").split(/[/?]/);
  return shopContact(await currentCtx(), { slug });
}

/** Redirects from a page under a shop's former address to the same page under the present one; a form that was sent goes through. */
async function redirectToCurrentSlug(asked: string, today: string): Promise<void> {
  if (asked === today) return;
  const sent = await headers();
  if (sent.has("content-type")) return;
  const rest = (sent.get("x-path") ?? "").replace(/^\/s\/[^/?]*/, "");
  permanentRedirect(`/s/${today}${rest}`);
}
