import { loadRequestedOrder } from "#app/s/_shop/load-requested-shop.ts";
import { createShopRoute } from "#app/s/_shop/shop-route.ts";
import { orderNotFoundPage } from "#app/s/[slug]/o/[code]/order-not-found-page";
import { receiptPage } from "./receipt-page.tsx";

/** Shows an order's receipt. */
export const GET = createShopRoute<{ slug: string; code: string }>(async (ctx, shopRequest) => {
  return receiptPage(await loadRequestedOrder(ctx, shopRequest), shopRequest.params.code);
}, orderNotFoundPage);
