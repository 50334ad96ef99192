"use server";

import { answerChange } from "#app/admin/approval";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { clearReferral, endReferral, setReferrer } from "#lib/referral/manage-referral";
import { SetReferralSettingsInput, setReferralSettings } from "#lib/referral/referral-settings";

export const clearReferralAction = createAdminAction(
  clearReferral,
  "Approved. Rewards that are due are paid within ten minutes.",
);

export const endReferralAction = createAdminAction(
  endReferral,
  "Ended. Paid rewards stay, and it earns nothing more.",
);

export const setReferrerAction = createAdminAction(setReferrer, "Saved. Current referral settings apply.");

export const setReferralSettingsAction = createAdminAction(
  setReferralSettings,
  answerChange("Saved. The settings apply to resellers who join from now on."),
  { form: SetReferralSettingsInput },
);
