import { z } from "zod";
import { orderNotFoundPage } from "#app/s/_shop/error-pages";
import { createShopRoute, loadRequestedOrder } from "#app/s/_shop/shop-route.ts";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { findProviderName, PROVIDERS } from "#lib/payment/providers/providers";
import { parseFormInput } from "#lib/request/form";
import { redirectTo } from "#lib/request/route";
import { toFormObject } from "#lib/request/typed-values";
import { payOrder } from "#lib/shop/order/pay-order";
import { payOrderNow } from "#lib/shop/order/pay-order-now";
import { providerLinkPage } from "./provider-link-page.tsx";

type Params = { slug: string; code: string };

/** `by` is a provider that the customer chose; without it, the best one is. */
const PayOrderForm = z.object({ by: z.string().max(20).default("") });

/** Redirects to the order: a link preview must not start a payment. */
export const GET = createShopRoute<Params>(async (ctx, shopRequest) => {
  await loadRequestedOrder(ctx, shopRequest);
  return redirectTo(`/s/${shopRequest.params.slug}/o/${shopRequest.params.code}`);
}, orderNotFoundPage);

/**
 * Starts a payment and shows a page with a link to the provider, as the content security policy forbids a
 * form to redirect elsewhere. Submitting it again continues the same payment.
 */
export const POST = createShopRoute<Params>(async (ctx, shopRequest) => {
  const { by } = parseFormInput(PayOrderForm, toFormObject(shopRequest.form));
  const { provider, page } = by
    ? await startPayment(ctx, shopRequest.params, by)
    : await payOrderNow(ctx, shopRequest.params);
  const order = await loadRequestedOrder(ctx, shopRequest);
  return providerLinkPage({
    order,
    code: shopRequest.params.code,
    provider: PROVIDERS[provider].label,
    page,
  });
}, orderNotFoundPage);

async function startPayment(ctx: Ctx, params: Params, by: string) {
  const provider = findProviderName(by);
  if (!provider)
    throw new PortalError("conflict", "This payment method is no longer offered. Choose another one.");
  const { page } = await payOrder(ctx, { ...params, provider });
  return { provider, page };
}
