import { lookForOrder } from "#lib/shop/pay-order";
import { shopRoute } from "../../../../_shop/shop-route.ts";
import { noOrder } from "../no-order.tsx";

/** Back from the provider's page, or asked to look again: the provider says what it knows, and the order's page shows it. */
export const GET = shopRoute<{ slug: string; code: string }>(async (ctx, { params }) => {
  await lookForOrder(ctx, params);
  const Location = `/s/${params.slug}/o/${params.code}`;
  return new Response(null, { status: 303, headers: { Location, "Cache-Control": "no-store" } });
}, noOrder);
