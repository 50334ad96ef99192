import { orderNotFoundPage } from "#app/s/_shop/error-pages";
import { createShopRoute, loadRequestedOrder } from "#app/s/_shop/shop-route.ts";
import { receiptPage } from "./receipt-page.tsx";

export const GET = createShopRoute<{ slug: string; code: string }>(async (ctx, shopRequest) => {
  return receiptPage(await loadRequestedOrder(ctx, shopRequest), shopRequest.params.code);
}, orderNotFoundPage);
