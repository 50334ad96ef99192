"use server";

import { redirect } from "next/navigation";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { formatMoney } from "#lib/core/money";
import { placeOrder, reviewOrder } from "#lib/shop/place-order";
import { action } from "#lib/web/action";
import { planLine } from "../../_shop/order-words.ts";
import { OrderForm } from "./form-schema.ts";
import type { Step } from "./step.ts";

/** One action for both steps of the form, so that it works without script too. */
export const order = action(OrderForm, take, { who: "visitor" });

async function take(ctx: Ctx, form: OrderForm): Promise<Step> {
  if (form.leave_empty) return { step: "number", typed: typedIn(form), lookAgain: true };
  if (form.step === "change") return { step: "number", typed: typedIn(form), lookAgain: false };
  if (form.step === "number") return look(ctx, form);
  const { ref, price, seal, answer } = form;
  const placed = await placeOrder(ctx, { ...wishOf(form), ref, price, seal, answer }).catch(
    (error: unknown) => {
      if (error instanceof PortalError && STAYS.has(error.code)) return error;
      throw error;
    },
  );
  if (placed instanceof PortalError) return look(ctx, form, placed);
  redirect(orderPath(placed.slug, placed.code));
}

/** Refusals that leave the customer at the review, which then says why. */
const STAYS = new Set(["price_changed", "ref_reused", "rate_limited", "unavailable"]);

async function look(ctx: Ctx, form: OrderForm, problem?: PortalError): Promise<Step> {
  const { offer, phone } = await reviewOrder(ctx, wishOf(form));
  return {
    step: "review",
    typed: typedIn(form),
    review: {
      networkName: offer.networkName,
      plan: planLine(offer),
      typeName: offer.typeName,
      phone,
      price: formatMoney(offer.price),
    },
    price: String(offer.price),
    notice: problem ? noticeOf(problem, formatMoney(offer.price)) : changed(form, offer.price),
    check: (problem?.code === "rate_limited" && problem.facts.check) || null,
    seeOrder:
      problem?.code === "ref_reused" && problem.facts.code ? orderPath(form.slug, problem.facts.code) : null,
  };
}

const orderPath = (slug: string, code: string) => `/s/${slug}/o/${code}`;

/** What a customer reads where the shop's own words would not do. */
function noticeOf({ code, message }: PortalError, price: string): string {
  return code === "price_changed" ? `The price is now ${price}. Nothing was ordered yet.` : message;
}

/** The price moved while the number was typed. */
function changed(form: OrderForm, price: bigint): string | null {
  return form.price === String(price) ? null : `The price is now ${formatMoney(price)}.`;
}

const typedIn = ({ mobile_number, name, email }: OrderForm) => ({ mobile_number, name, email });

const wishOf = ({ slug, plan, mobile_number, name, email }: OrderForm) => ({
  ...{ slug, name, email },
  planId: plan,
  phone: mobile_number,
});
