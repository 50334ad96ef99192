import { notFound } from "next/navigation";
import { cache } from "react";
import { PortalError } from "#lib/core/error";
import { type CustomerOrderView, findOrder } from "#lib/store/find-order";
import { currentCtx } from "#lib/web/actor";

/** The order at an address, once per page; a wrong code and another shop's order are the same missing page. */
export const find = cache(async (slug: string, code: string): Promise<CustomerOrderView> => {
  try {
    return await findOrder(await currentCtx(), { slug, code });
  } catch (error) {
    if (error instanceof PortalError && error.code === "not_found") notFound();
    throw error;
  }
});
