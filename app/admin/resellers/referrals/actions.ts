"use server";

import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { clearReferral, endReferral, setReferrer } from "#lib/referral/manage-referral";

export const clearReferralAction = createAdminAction(
  clearReferral,
  "Approved. Rewards that are due are paid within ten minutes.",
);

export const endReferralAction = createAdminAction(
  endReferral,
  "Ended. Paid rewards stay, and it earns nothing more.",
);

export const setReferrerAction = createAdminAction(setReferrer, "Saved. Current referral settings apply.");
