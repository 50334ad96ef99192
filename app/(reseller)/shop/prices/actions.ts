"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { textFields } from "#app/(reseller)/shop/details/payment-method-form.ts";
import { PLAN_PRICINGS, saveShopPlan } from "#lib/shop/save-shop-plan";
import {
  type RemoveShopRuleInput,
  removeShopRule,
  saveShopRule,
  setShopRounding,
} from "#lib/shop/save-shop-rule";
import { defineAction, defineServiceAction } from "#lib/web/action";

const PATH = "/shop/prices";

export const addShopRuleAction = defineAction(
  textFields("networkId", "typeName", "value").extend({ kind: z.enum(["flat", "percent"]) }),
  async (ctx, input) => {
    await saveShopRule(ctx, input);
    revalidatePath(PATH);
    return "Saved. The prices below are updated.";
  },
  { who: "reseller" },
);

export const removeShopRuleAction = defineServiceAction(
  async (ctx, input: RemoveShopRuleInput) => {
    await removeShopRule(ctx, input).finally(() => revalidatePath(PATH));
  },
  { who: "reseller" },
);

export const setShopRoundingAction = defineAction(
  textFields("rounding"),
  async (ctx, input) => {
    await setShopRounding(ctx, input);
    revalidatePath(PATH);
    return "Saved. The prices below are updated.";
  },
  { who: "reseller" },
);

/** Saves the price of a plan. Each pricing has its own field; only the chosen one counts. */
export const saveShopPlanAction = defineAction(
  textFields("planId", "networkId", "percent", "flat", "fixed").extend({
    pricing: z.enum(PLAN_PRICINGS),
    hidden: z.literal("yes").optional(),
  }),
  async (ctx, { planId, networkId, pricing, hidden, ...typed }) => {
    const value = pricing === "rules" ? "" : typed[pricing];
    await saveShopPlan(ctx, { planId, pricing, value, hidden: hidden === "yes" });
    redirect(`${PATH}?${new URLSearchParams({ network: networkId })}`);
  },
  { who: "reseller" },
);
