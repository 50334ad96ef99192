import { notFound } from "next/navigation";
import { cache } from "react";
import { PortalError } from "#lib/core/error";
import { type ShopView, visit } from "#lib/store/visit";
import { currentCtx } from "#lib/web/actor";

/** The shop at an address, once per page; an address without one and a closed one are a missing page. */
export const findShop = cache(async (slug: string): Promise<ShopView> => {
  try {
    return await visit(await currentCtx(), { slug });
  } catch (error) {
    if (error instanceof PortalError && error.code === "not_found") notFound();
    throw error;
  }
});
