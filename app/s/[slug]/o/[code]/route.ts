import { orderNotFoundPage } from "#app/s/_shop/error-pages";
import { createShopRoute, loadRequestedOrder } from "#app/s/_shop/shop-route.ts";
import { getOperatorContact } from "#lib/account/operator-contact";
import { orderPage } from "./order-page.tsx";

export const GET = createShopRoute<{ slug: string; code: string }>(async (ctx, shopRequest) => {
  const order = await loadRequestedOrder(ctx, shopRequest);
  return orderPage(order, shopRequest.params.code, order.shut ? await getOperatorContact(ctx) : null);
}, orderNotFoundPage);
