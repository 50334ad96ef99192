"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { PRICINGS, savePlan } from "#lib/shop/save-plan";
import { type RemoveRuleInput, removeRule, saveRule, setRounding } from "#lib/shop/save-rule";
import { action, verbAction } from "#lib/web/action";
import { texts } from "../texts.ts";

const PRICES = "/storefront/prices";

export const addRule = action(
  texts("networkId", "typeName", "value").extend({ kind: z.enum(["flat", "percent"]) }),
  async (ctx, input) => {
    await saveRule(ctx, input);
    revalidatePath(PRICES);
    return "Saved. The prices below follow it.";
  },
  { who: "reseller" },
);

export const dropRule = verbAction(
  async (ctx, input: RemoveRuleInput) => {
    await removeRule(ctx, input).finally(() => revalidatePath(PRICES));
  },
  { who: "reseller" },
);

export const round = action(
  texts("rounding"),
  async (ctx, input) => {
    await setRounding(ctx, input);
    revalidatePath(PRICES);
    return "Saved. The prices below follow it.";
  },
  { who: "reseller" },
);

/** Each way to set a price has a field of its own; the chosen one counts. */
export const priceOne = action(
  texts("planId", "networkId", "percent", "flat", "fixed").extend({
    pricing: z.enum(PRICINGS),
    hidden: z.literal("yes").optional(),
  }),
  async (ctx, { planId, networkId, pricing, hidden, ...typed }) => {
    const value = pricing === "rules" ? "" : typed[pricing];
    await savePlan(ctx, { planId, pricing, value, hidden: hidden === "yes" });
    redirect(`${PRICES}?${new URLSearchParams({ network: networkId })}`);
  },
  { who: "reseller" },
);
