import { sql } from "drizzle-orm";
import { shops } from "#db/schema/shop";
import type { Ctx } from "#lib/core/context";
import { shopAt } from "./at-address.ts";
import { loadShop } from "./load-shop.ts";
import { faceOf, type ShopFace } from "./shop-view.ts";

/** What stands at a shop's door, also while it is shut. */
export interface SignView extends Pick<ShopFace, "slug" | "name" | "phone" | "whatsapp"> {
  closed: boolean;
}

/** The sign of the shop at an address, for anyone; undefined where there is none. One that an admin closed names no contact. */
export async function shopSign(ctx: Ctx, input: { slug: string }): Promise<SignView | undefined> {
  const shop = await loadShop(ctx, sql`${shops.id} = ${shopAt(input.slug)}`);
  if (!shop) return undefined;
  const { slug, name, phone, whatsapp } = faceOf(shop.row);
  const reached = shop.row.closedBy === "admin" ? { phone: null, whatsapp: null } : { phone, whatsapp };
  return { slug, name, ...reached, closed: shop.closed };
}
