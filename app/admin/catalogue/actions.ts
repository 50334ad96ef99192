"use server";

import { redirect } from "next/navigation";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { setAvailabilitySwitch } from "#lib/catalogue/availability-switches";
import { removePriceRule, savePriceRule } from "#lib/catalogue/price/change-price-rules";
import { setPlanSettings } from "#lib/catalogue/set-plan-settings";

const redirectToRules = () => redirect("/admin/catalogue/rules");

export const savePriceRuleAction = createAdminAction(savePriceRule, redirectToRules);

export const removePriceRuleAction = createAdminAction(removePriceRule, redirectToRules);

export const setAvailabilityAction = createAdminAction(setAvailabilitySwitch, (_done, { to }) =>
  to === "off" ? "Turned off. Buyers see your message." : "Turned on. Buyers can buy again.",
);

export const savePlanSettingsAction = createAdminAction(setPlanSettings, (_done, { shown }) =>
  shown === "no" ? "Saved. The plan can’t be bought." : "Saved.",
);
