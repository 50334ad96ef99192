import { notFound } from "next/navigation";
import { cache } from "react";
import { PortalError } from "#lib/core/error";
import { type CustomerOrderView, findOrder } from "#lib/shop/find-order";
import { currentCtx } from "#lib/web/actor";
import { leadToToday } from "../../../_shop/lead-to-today.ts";

/**
 * The order at an address, once per page; a wrong code and another shop's order are the same missing page, a
 * former address of the shop leads to today's.
 */
export const find = cache(async (slug: string, code: string): Promise<CustomerOrderView> => {
  const order = await currentCtx()
    .then((ctx) => findOrder(ctx, { slug, code }))
    .catch((error) => {
      if (error instanceof PortalError && error.code === "not_found") notFound();
      throw error;
    });
  await leadToToday(slug, order.shop.slug);
  return order;
});
