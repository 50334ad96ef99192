import { randomUUID } from "node:crypto";
import { shopNotFoundPage } from "#app/s/_shop/error-pages";
import { createShopRoute, loadRequestedShop, type ShopRequest } from "#app/s/_shop/shop-route.ts";
import type { Ctx } from "#lib/core/context";
import { redirectTo } from "#lib/request/route";
import { handleOrderForm, type OrderFormStep, type TypedOrderFields } from "./handle-order-form.ts";
import { orderFormPage } from "./order-form-page.tsx";

type Params = { slug: string };

export const GET = createShopRoute<Params>(async (ctx, shopRequest) => {
  const plan = new URL(shopRequest.request.url).searchParams.get("plan");
  const typed: TypedOrderFields = { mobile_number: "", name: "", email: "", messages: "" };
  return renderForm(ctx, shopRequest, plan, { step: "number", typed, trap: true });
}, shopNotFoundPage);

/** Handles the form in either of its steps, and redirects to the order. */
export const POST = createShopRoute<Params>(async (ctx, shopRequest) => {
  const step = await handleOrderForm(ctx, shopRequest.params.slug, shopRequest.form);
  if (step.step === "placed") return redirectTo(step.at);
  return renderForm(ctx, shopRequest, shopRequest.form.get("plan"), step);
}, shopNotFoundPage);

async function renderForm(
  ctx: Ctx,
  shopRequest: ShopRequest<Params>,
  plan: unknown,
  step: Exclude<OrderFormStep, { step: "placed" }>,
) {
  const shop = await loadRequestedShop(ctx, shopRequest);
  const offer = shop.offers.find((option) => String(option.planId) === plan);
  const submittedRef = shopRequest.form.get("ref");
  return orderFormPage({
    shop,
    offer,
    formRef: typeof submittedRef === "string" ? submittedRef : randomUUID(),
    step,
  });
}
