import { shopNotFoundPage } from "#app/s/_shop/error-pages";
import { createShopRoute, loadRequestedShop } from "#app/s/_shop/shop-route.ts";
import { parseOfferChoice } from "./offer-choice.ts";
import { priceListPage } from "./price-list-page.tsx";

export const GET = createShopRoute<{ slug: string }>(async (ctx, shopRequest) => {
  const shop = await loadRequestedShop(ctx, shopRequest);
  const query = new URL(shopRequest.request.url).searchParams;
  return priceListPage(shop, parseOfferChoice(shop.offers, query));
}, shopNotFoundPage);
