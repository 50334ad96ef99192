import { eq } from "drizzle-orm";
import { shops } from "#db/schema/shop";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { type OwnShopView, ownShopView } from "./shop-view.ts";

/** The acting reseller's shop; undefined before they opened one. */
export async function findOwnShop(ctx: Ctx): Promise<OwnShopView | undefined> {
  const { id } = requireReseller(ctx);
  const [row] = await ctx.db.select().from(shops).where(eq(shops.resellerId, id));
  return row && ownShopView(row);
}

/** The same, for what makes no sense without one. @throws not_found */
export async function ownShop(ctx: Ctx): Promise<OwnShopView> {
  const shop = await findOwnShop(ctx);
  if (!shop) throw notFound("shop");
  return shop;
}
