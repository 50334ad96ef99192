"use server";

import { redirect } from "next/navigation";
import { RemoveRuleInput, removeRule, SaveRuleInput, saveRule } from "#lib/catalogue/change-rules";
import { SetPlanTermsInput, setPlanTerms } from "#lib/catalogue/set-plan-terms";
import { SetSwitchInput, setSwitch } from "#lib/catalogue/switches";
import { deskAction } from "../desk-action.ts";

const HERE = "/admin/catalogue";

export const saveTheRule = deskAction(
  SaveRuleInput,
  async (ctx, input) => {
    await saveRule(ctx, input);
    redirect(`${HERE}/rules`);
  },
  HERE,
);

export const removeTheRule = deskAction(
  RemoveRuleInput,
  async (ctx, input) => {
    await removeRule(ctx, input);
    redirect(`${HERE}/rules`);
  },
  HERE,
);

export const switchSale = deskAction(
  SetSwitchInput,
  async (ctx, input) => {
    await setSwitch(ctx, input);
    return input.to === "off"
      ? "Switched off. Buyers read your message."
      : "Switched on. Buyers can buy again.";
  },
  HERE,
);

export const savePlanTerms = deskAction(
  SetPlanTermsInput,
  async (ctx, input) => {
    await setPlanTerms(ctx, input);
    return input.shown === "no" ? "Saved. Nobody can buy it." : "Saved.";
  },
  HERE,
);
