"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { textFields } from "#app/ui/form/text-fields.ts";
import { AudienceField } from "#lib/price-list/change-price-list";
import { removeMarkup, saveMarkup } from "#lib/price-list/save-markup";
import { PLAN_PRICINGS, savePlanPrice } from "#lib/price-list/save-plan-price";
import { setRounding } from "#lib/price-list/set-rounding";
import { createResellerAction } from "#lib/request/page-action";
import { PRICE_LISTS } from "./price-lists.ts";

const SAVED_TEXT = "Saved. The prices below are updated.";

export const saveMarkupAction = createResellerAction(saveMarkup, SAVED_TEXT);

export const removeMarkupAction = createResellerAction(removeMarkup);

export const setRoundingAction = createResellerAction(setRounding, SAVED_TEXT);

/** Saves the price of a plan. Each pricing has its own field; only the chosen one counts. */
export const savePlanPriceAction = createResellerAction(
  (ctx, { planId, audience, pricing, hidden, ...typed }) =>
    savePlanPrice(ctx, {
      planId,
      audience,
      pricing,
      hidden: hidden === "yes",
      value: pricing === "list" ? "" : typed[pricing],
    }),
  (_, { audience, networkId }) =>
    redirect(`${PRICE_LISTS[audience].path}?${new URLSearchParams({ network: networkId })}`),
  {
    form: textFields("planId", "networkId", "percent", "flat", "fixed").extend({
      audience: AudienceField,
      pricing: z.enum(PLAN_PRICINGS),
      hidden: z.literal("yes").optional(),
    }),
  },
);
