"use server";

import { redirect } from "next/navigation";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { setAvailabilitySwitch } from "#lib/catalogue/availability-switches";
import { removePriceRule, savePriceRule } from "#lib/catalogue/change-price-rules";
import { setPlanSettings } from "#lib/catalogue/set-plan-settings";

const PATH = "/admin/catalogue";
const redirectToRules = () => redirect(`${PATH}/rules`);

export const savePriceRuleAction = createAdminAction(savePriceRule, redirectToRules, PATH);

export const removePriceRuleAction = createAdminAction(removePriceRule, redirectToRules, PATH);

export const setAvailabilityAction = createAdminAction(
  setAvailabilitySwitch,
  (_done, { to }) =>
    to === "off" ? "Turned off. Buyers see your message." : "Turned on. Buyers can buy again.",
  PATH,
);

export const savePlanSettingsAction = createAdminAction(
  setPlanSettings,
  (_done, { shown }) => (shown === "no" ? "Saved. The plan can’t be bought." : "Saved."),
  PATH,
);
