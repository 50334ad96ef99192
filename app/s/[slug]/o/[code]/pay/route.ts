import { PortalError } from "#lib/core/error";
import { PROVIDERS } from "#lib/payment/provider";
import { payOrder } from "#lib/shop/pay-order";
import { shopRoute } from "../../../../_shop/shop-route.ts";
import { noOrder } from "../no-order.tsx";

/**
 * The way to the provider's page. A link and no form: the policy lets forms lead nowhere else, and the same again is the
 * same payment.
 */
export const GET = shopRoute<{ slug: string; code: string }>(async (ctx, { request, params }) => {
  const by = new URL(request.url).searchParams.get("by");
  const provider = PROVIDERS.find((name) => name === by);
  if (!provider)
    throw new PortalError("conflict", "This way to pay is not offered any more. Choose another one.");
  const { page } = await payOrder(ctx, { ...params, provider });
  return new Response(null, { status: 303, headers: { Location: page, "Cache-Control": "no-store" } });
}, noOrder);
