import { notFound } from "next/navigation";
import { cache } from "react";
import type { Ctx } from "#lib/core/context";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import type { PurchaseDetail } from "#lib/purchase/read/purchase-view";
import { loadOrNotFound } from "#lib/web/load-or-not-found";

/** Loads a purchase of the acting reseller, once per page; not found for other resellers' purchases. */
export const loadOwnPurchase = cache(async (ctx: Ctx, ident: string): Promise<PurchaseDetail> => {
  if (!/^DT[0-9A-Z]+$/.test(ident)) notFound();
  return loadOrNotFound(getPurchase(ctx, { ident }));
});
