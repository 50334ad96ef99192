import { randomUUID } from "node:crypto";
import type { Ctx } from "#lib/core/context";
import { findShop } from "../../_shop/find-shop.ts";
import { type Asked, shopRoute } from "../../_shop/shop-route.ts";
import { noShop } from "../no-shop.tsx";
import { orderForm } from "./order-form.tsx";
import { type Step, takeOrder } from "./take-order.ts";

type Params = { slug: string };

/** The form that orders a plan. */
export const GET = shopRoute<Params>(async (ctx, asked) => {
  const plan = new URL(asked.request.url).searchParams.get("plan");
  const typed = { mobile_number: "", name: "", email: "" };
  return form(ctx, asked, plan, { step: "number", typed, trap: true });
}, noShop);

/** Takes that form, in either of its steps, and leads to the order. */
export const POST = shopRoute<Params>(async (ctx, asked) => {
  const step = await takeOrder(ctx, asked.params.slug, asked.form);
  if (step.step === "placed") return new Response(null, { status: 303, headers: { Location: step.at } });
  return form(ctx, asked, asked.form.get("plan"), step);
}, noShop);

async function form(ctx: Ctx, asked: Asked<Params>, plan: unknown, step: Exclude<Step, { step: "placed" }>) {
  const shop = await findShop(ctx, asked);
  const offer = shop.offers.find((one) => String(one.planId) === plan);
  const sent = asked.form.get("ref");
  return orderForm({ shop, offer, formRef: typeof sent === "string" ? sent : randomUUID(), step });
}
