import { orderNotFoundPage } from "#app/s/_shop/error-pages";
import { createShopRoute } from "#app/s/_shop/shop-route.ts";
import { scaleBound } from "#lib/core/bounds";
import { waitBriefly } from "#lib/core/time/wait-at-most";
import { MAX_PAGE_WAIT_MS } from "#lib/payment/recheck-pause";
import { redirectTo } from "#lib/request/route";
import { recheckOrderPayments } from "#lib/shop/order/recheck-order-payments";

/**
 * Back from the provider's page, or asked to look again:
 * the provider says what it knows, and the order's page shows it.
 */
export const GET = createShopRoute<{ slug: string; code: string }>(async (ctx, { params }) => {
  await waitBriefly(scaleBound(MAX_PAGE_WAIT_MS), recheckOrderPayments(ctx, params), undefined);
  return redirectTo(`/s/${params.slug}/o/${params.code}`);
}, orderNotFoundPage);
