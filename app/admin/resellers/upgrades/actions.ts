"use server";

import { answerChange } from "#app/admin/approval";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { approveUpgrade, rejectUpgrade } from "#lib/upgrade/decide-upgrade";
import { SetUpgradeOfferInput, setUpgradeOffer } from "#lib/upgrade/upgrade-offer";

export const approveUpgradeAction = createAdminAction(
  approveUpgrade,
  "Approved. The level’s prices apply from the next purchase.",
);

export const rejectUpgradeAction = createAdminAction(
  rejectUpgrade,
  "Rejected. The reseller reads the reason.",
);

export const setUpgradeOfferAction = createAdminAction(
  setUpgradeOffer,
  (done, { level, open }) =>
    answerChange(
      open === "yes" ? `${LEVEL_LABELS[level]} is offered.` : `${LEVEL_LABELS[level]} is no longer offered.`,
    )(done),
  { form: SetUpgradeOfferInput },
);
