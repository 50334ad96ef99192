import { orderNotFoundPage } from "#app/s/_shop/error-pages";
import { createShopRoute } from "#app/s/_shop/shop-route.ts";
import { redirectTo } from "#lib/request/route";
import { recheckOrderPayments } from "#lib/shop/order/recheck-order-payments";

/**
 * Back from the provider's page, or asked to look again:
 * the provider says what it knows, and the order's page shows it.
 */
export const GET = createShopRoute<{ slug: string; code: string }>(async (ctx, { params }) => {
  await recheckOrderPayments(ctx, params);
  return redirectTo(`/s/${params.slug}/o/${params.code}`);
}, orderNotFoundPage);
