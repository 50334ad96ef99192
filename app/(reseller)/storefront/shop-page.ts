import { redirect } from "next/navigation";
import type { Ctx } from "#lib/core/context";
import { findOwnShop, type OwnShopView } from "#lib/shop/shop-view";
import { requireResellerPage } from "#lib/web/actor";

/** For every page about the reseller's shop: who has none yet is led to open one. */
export async function requireShopPage(): Promise<{ ctx: Ctx; shop: OwnShopView }> {
  const { ctx } = await requireResellerPage();
  const shop = await findOwnShop(ctx);
  if (!shop) redirect("/storefront");
  return { ctx, shop };
}
