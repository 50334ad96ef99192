import { redirect } from "next/navigation";
import type { Ctx } from "#lib/core/context";
import { findOwnStore } from "#lib/shop/own-store";
import type { StoreView } from "#lib/shop/store-view";
import { requireResellerPage } from "#lib/web/actor";

/** For every page about the reseller's shop: who has none yet is led to open one. */
export async function requireStorePage(): Promise<{ ctx: Ctx; store: StoreView }> {
  const { ctx } = await requireResellerPage();
  const store = await findOwnStore(ctx);
  if (!store) redirect("/storefront");
  return { ctx, store };
}
