import { orderNotFoundPage } from "#app/s/_shop/error-pages";
import { createShopRoute } from "#app/s/_shop/shop-route.ts";
import { recheckOrderPayments } from "#lib/shop/order/pay-order";

/** Back from the provider's page, or asked to look again: the provider says what it knows, and the order's page shows it. */
export const GET = createShopRoute<{ slug: string; code: string }>(async (ctx, { params }) => {
  await recheckOrderPayments(ctx, params);
  const Location = `/s/${params.slug}/o/${params.code}`;
  return new Response(null, { status: 303, headers: { Location, "Cache-Control": "no-store" } });
}, orderNotFoundPage);
