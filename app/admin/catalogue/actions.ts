"use server";

import { redirect } from "next/navigation";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { setAvailabilitySwitch } from "#lib/catalogue/availability-switches";
import { removePriceRule, savePriceRule } from "#lib/catalogue/price/change-price-rules";
import { setPlanSettings } from "#lib/catalogue/set-plan-settings";
import { changeLine, resumeLine } from "#lib/outage/change-line";
import { judgeFailureText } from "#lib/outage/judge-failure-text";

const redirectToRules = () => redirect("/admin/catalogue/rules");

export const savePriceRuleAction = createAdminAction(savePriceRule, redirectToRules);

export const removePriceRuleAction = createAdminAction(removePriceRule, redirectToRules);

export const setAvailabilityAction = createAdminAction(setAvailabilitySwitch, (_done, { to }) =>
  to === "off" ? "Turned off. Buyers see your message." : "Turned on. Buyers can buy again.",
);

export const savePlanSettingsAction = createAdminAction(setPlanSettings, (_done, { shown }) =>
  shown === "no" ? "Saved. The plan can’t be bought." : "Saved.",
);

export const changeLineAction = createAdminAction(changeLine, (_done, { to }) =>
  to === "paused"
    ? "Paused. Queued purchases wait until their deadline."
    : "Kept open. It isn’t paused automatically.",
);

export const resumeLineAction = createAdminAction(resumeLine, "Resumed. It’s sold and watched as usual.");

export const judgeFailureTextAction = createAdminAction(judgeFailureText, (_done, { fault }) =>
  fault === "recipient" ? "Saved. It never pauses a plan type." : "Saved. It counts towards an outage.",
);
