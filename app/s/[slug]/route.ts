import { findShop } from "../_shop/find-shop.ts";
import { shopRoute } from "../_shop/shop-route.ts";
import { choiceOf } from "./choice.ts";
import { noShop } from "./no-shop.tsx";
import { priceList } from "./price-list.tsx";

/** The shop's price list. */
export const GET = shopRoute<{ slug: string }>(async (ctx, asked) => {
  const shop = await findShop(ctx, asked);
  const query = new URL(asked.request.url).searchParams;
  return priceList(shop, choiceOf(shop.offers, query));
}, noShop);
