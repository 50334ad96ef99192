import { z } from "zod";
import { PortalError } from "#lib/core/error";
import { PROVIDER_NAMES } from "#lib/payment/names";
import { PROVIDERS } from "#lib/payment/provider";
import { payOrder } from "#lib/shop/pay-order";
import { formObject, parseInput } from "#lib/web/form";
import { orderAt } from "../../../../_shop/find-shop.ts";
import { shopRoute } from "../../../../_shop/shop-route.ts";
import { noOrder } from "../no-order.tsx";
import { providerLink } from "./provider-link.tsx";

type Params = { slug: string; code: string };

const PayForm = z.object({ by: z.string().max(20).default("") });

/** Begins nothing: whatever fetches addresses of its own accord is led to the order, where the buttons are. */
export const GET = shopRoute<Params>(async (ctx, asked) => {
  await orderAt(ctx, asked);
  const Location = `/s/${asked.params.slug}/o/${asked.params.code}`;
  return new Response(null, { status: 303, headers: { Location, "Cache-Control": "no-store" } });
}, noOrder);

/**
 * Begins a payment and leads to the provider's page. By a page in between and no redirect, because the policy lets no form lead
 * elsewhere. The same again is the same payment.
 */
export const POST = shopRoute<Params>(async (ctx, asked) => {
  const { by } = parseInput(PayForm, formObject(asked.form));
  const provider = PROVIDERS.find((name) => name === by);
  if (!provider)
    throw new PortalError("conflict", "This way to pay is not offered any more. Choose another one.");
  const { page } = await payOrder(ctx, { ...asked.params, provider });
  const order = await orderAt(ctx, asked);
  return providerLink({ order, code: asked.params.code, provider: PROVIDER_NAMES[provider], page });
}, noOrder);
