import { notFound } from "next/navigation";
import { getReseller, type ResellerAccount } from "#lib/account/reseller/list";
import type { Ctx } from "#lib/core/context";
import { orNotFound } from "#lib/web/or-not-found";

/** The reseller of a page's address; an address without one is a missing page. */
export async function findById(ctx: Ctx, id: string): Promise<ResellerAccount> {
  if (!/^[1-9]\d{0,14}$/.test(id)) notFound();
  return orNotFound(getReseller(ctx, { resellerId: Number(id) }));
}
