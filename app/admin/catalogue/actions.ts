"use server";

import { redirect } from "next/navigation";
import { removeRule, saveRule } from "#lib/catalogue/change-rules";
import { setPlanTerms } from "#lib/catalogue/set-plan-terms";
import { setSwitch } from "#lib/catalogue/switches";
import { deskAction } from "../desk-action.ts";

const HERE = "/admin/catalogue";
const backToRules = () => redirect(`${HERE}/rules`);

export const saveTheRule = deskAction(saveRule, backToRules, HERE);

export const removeTheRule = deskAction(removeRule, backToRules, HERE);

export const switchSale = deskAction(
  setSwitch,
  (_done, { to }) =>
    to === "off" ? "Switched off. Buyers read your message." : "Switched on. Buyers can buy again.",
  HERE,
);

export const savePlanTerms = deskAction(
  setPlanTerms,
  (_done, { shown }) => (shown === "no" ? "Saved. Nobody can buy it." : "Saved."),
  HERE,
);
