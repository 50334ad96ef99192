import { notFound } from "next/navigation";
import { cache } from "react";
import { PortalError } from "#lib/core/error";
import { getShop, type ShopView } from "#lib/shop/get-shop";
import { currentCtx } from "#lib/web/actor";
import { leadToToday } from "./lead-to-today.ts";

/**
 * The shop at an address, once per page; an address without one and a closed one are a missing page, a former
 * one leads to the same page under the address of today.
 */
export const findShop = cache(async (slug: string): Promise<ShopView> => {
  const shop = await currentCtx()
    .then((ctx) => getShop(ctx, { slug }))
    .catch((error) => {
      if (error instanceof PortalError && error.code === "not_found") notFound();
      throw error;
    });
  await leadToToday(slug, shop.slug);
  return shop;
});
