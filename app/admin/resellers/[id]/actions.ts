"use server";

import { revalidatePath } from "next/cache";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { formatCancelledCount } from "#app/ui/labels.ts";
import { closeReseller, restrictReseller } from "#lib/access/restrict-reseller";
import { RevokeTokenInput, revokeToken } from "#lib/access/revoke-token";
import {
  changeLevel,
  liftRestriction,
  setDailyLimit,
  setOperatorCollection,
  setResellerLowWalletThreshold,
} from "#lib/account/reseller/change-reseller";
import { addResellerNote } from "#lib/account/reseller/reseller-notes";
import { endResellerSessions } from "#lib/account/session/end-sessions";
import { CreateTokenInput, createToken } from "#lib/account/token/create-token";
import { RotateTokenInput, rotateToken } from "#lib/account/token/rotate-token";
import { ResetTwoFactorInput, resetTwoFactor } from "#lib/account/two-factor/reset-two-factor";
import { Id } from "#lib/core/money/amount";
import { Reason } from "#lib/core/text/reason";
import { defineAction } from "#lib/web/action";

const PATH = "/admin/resellers";

export const restrictResellerAction = createAdminAction(
  restrictReseller,
  (cancelled) => `Restricted. ${formatCancelledCount(cancelled)}`,
  PATH,
);

export const liftRestrictionAction = createAdminAction(liftRestriction, "Restriction lifted.", PATH);

export const closeResellerAction = createAdminAction(
  closeReseller,
  (cancelled) => `Closed. ${formatCancelledCount(cancelled)}`,
  PATH,
);

export const changeLevelAction = createAdminAction(
  changeLevel,
  "Level changed. The next purchase is at the new level.",
  PATH,
);

export const setDailyLimitAction = createAdminAction(
  setDailyLimit,
  "Daily limit saved. It applies to the next purchase.",
  PATH,
);

export const setLowWalletThresholdAction = createAdminAction(
  setResellerLowWalletThreshold,
  "Saved. Admins are alerted when the wallet falls below it.",
  PATH,
);

export const setOperatorCollectionAction = createAdminAction(
  setOperatorCollection,
  "Saved. It applies to new payments.",
  PATH,
);

export const endResellerSessionsAction = createAdminAction(
  endResellerSessions,
  (count) => (count === 1 ? "1 device signed out." : `${count} devices signed out.`),
  PATH,
);

export const resetTwoFactorAction = createAdminAction(
  resetTwoFactor,
  "Reset. They’re signed out everywhere and sign in with their password only.",
  PATH,
  { form: ResetTwoFactorInput, confirms: true },
);

export const addResellerNoteAction = createAdminAction(addResellerNote, "Note added.", PATH);

export const createResellerTokenAction = defineAction(
  CreateTokenInput.extend({ resellerId: Id, reason: Reason }),
  async (ctx, input) => {
    const { name, token } = await createToken(ctx, input);
    revalidatePath(PATH, "layout");
    return { title: `Token “${name}” created`, secret: token };
  },
  { who: "admin", confirms: true },
);

export const renewResellerTokenAction = defineAction(
  RotateTokenInput.extend({ reason: Reason }),
  async (ctx, input) => {
    try {
      const { name, token } = await rotateToken(ctx, input);
      return { title: `The new token “${name}” is ready`, secret: token };
    } finally {
      revalidatePath(PATH, "layout");
    }
  },
  { who: "admin", confirms: true },
);

export const revokeResellerTokenAction = createAdminAction(
  revokeToken,
  (cancelled) => `Revoked. Its next call is rejected. ${formatCancelledCount(cancelled)}`,
  PATH,
  { form: RevokeTokenInput.extend({ reason: Reason }) },
);
