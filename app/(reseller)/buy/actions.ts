"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { buyInPerson } from "#lib/purchase/place/buy-in-person";
import { newRef } from "#lib/purchase/place/refs";
import { isPlaceCode } from "#lib/purchase/place/refusal";
import { Retail, requirePlausible } from "#lib/purchase/retail";
import { action } from "#lib/web/action";
import { parseInput } from "#lib/web/form";
import { BuyForm } from "./buy-form.ts";
import { reviewStep, type Step } from "./review-step.ts";

/** One action for the whole page, so that it works step by step without script too. */
export const buy = action(BuyForm, step, { who: "reseller" });

async function step(ctx: Ctx, form: BuyForm): Promise<Step> {
  const { ref, network, type, plan, phone } = form;
  const pick = { network, type, plan, phone };
  switch (form.intent) {
    case "plans":
      return { ref, pick: { ...pick, plan: "" }, errors: {}, notice: null, review: null };
    case "change":
      return { ref, pick, errors: {}, notice: null, review: null };
    case "review":
      return reviewStep(ctx, { ref, pick, seen: form.seen, retail: form.retail });
    case "confirm":
      return confirm(ctx, form);
  }
}

/** Places the purchase and goes to its page. If it is refused, the review comes back and says why. */
async function confirm(ctx: Ctx, form: BuyForm): Promise<Step> {
  const { ref, network, type, plan, phone, price } = form;
  const pick = { network, type, plan, phone };
  const again = form.again === "yes";
  if (!price) return reviewStep(ctx, { ref, pick });
  let address: string;
  try {
    address = await placed(ctx, form);
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    const asked = { pick, seen: price, again, retail: form.retail };
    if (error.fields.retail)
      return reviewStep(ctx, { ...asked, ref, retailError: error.fields.retail.join(" ") });
    if (error.fields.pin) return reviewStep(ctx, { ...asked, ref, pinError: error.fields.pin.join(" ") });
    if (error.code === "ref_reused") return reviewStep(ctx, { ...asked, ref: newRef(), notice: USED });
    if (isPlaceCode(error.code) || error.code === "invalid" || error.code === "price_changed")
      return reviewStep(ctx, { ...asked, ref });
    throw error;
  }
  redirect(address);
}

/** Places the purchase. @returns the address of its page. */
async function placed(ctx: Ctx, form: BuyForm): Promise<string> {
  const { ref, phone } = form;
  const price = BigInt(form.price ?? 0);
  const { retail } = parseInput(z.object({ retail: Retail }), { retail: form.retail });
  requirePlausible(retail, price);
  const { purchase, otherPrice } = await buyInPerson(ctx, {
    ...{ ref, phone, again: form.again === "yes", pin: form.pin, keepPin: form.keepPin },
    ...{ planId: Number(form.plan), networkId: Number(form.network), price, retail },
  });
  return `/purchases/${purchase.ident}${otherPrice ? "?bought=before" : ""}`;
}

const USED =
  "With this page you already bought something else. This would be another purchase: look at it once more.";
