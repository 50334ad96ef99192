import { orderNotFoundPage } from "#app/s/_shop/error-pages";
import { createShopRoute, loadSharedOrder } from "#app/s/_shop/shop-route.ts";
import { sharedOrderPage } from "./shared-order-page.tsx";

export const GET = createShopRoute<{ slug: string; status: string }>(async (ctx, shopRequest) => {
  const order = await loadSharedOrder(ctx, shopRequest);
  return sharedOrderPage(order, shopRequest.params.status);
}, orderNotFoundPage);
