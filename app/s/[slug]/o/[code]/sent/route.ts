import { orderNotFoundPage } from "#app/s/_shop/error-pages";
import { createShopRoute, redirectToOrder } from "#app/s/_shop/shop-route.ts";
import { reportPayment } from "#lib/shop/order/report-payment";

type Params = { slug: string; code: string };

/** Redirects to the order: a link preview must not report a payment. */
export const GET = createShopRoute<Params>(
  async (_ctx, request) => redirectToOrder(request),
  orderNotFoundPage,
);

export const POST = createShopRoute<Params>(async (ctx, request) => {
  await reportPayment(ctx, request.params);
  return redirectToOrder(request);
}, orderNotFoundPage);
