"use server";

import { answerChange } from "#app/admin/approval";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { formatCancelledCount } from "#app/ui/labels.ts";
import {
  changeLevel,
  liftRestriction,
  setDailyLimit,
  setMessagePayer,
  setOperatorCollection,
  setResellerLowWalletThreshold,
} from "#lib/account/reseller/change-reseller";
import { addResellerNote } from "#lib/account/reseller/reseller-notes";
import { endResellerSessions } from "#lib/account/session/end-sessions";
import { CreateTokenInput, createToken } from "#lib/account/token/create-token";
import { RotateTokenInput, rotateToken } from "#lib/account/token/rotate-token";
import { ResetTwoFactorInput, resetTwoFactor } from "#lib/account/two-factor/reset-two-factor";
import { Id } from "#lib/core/id";
import { Reason } from "#lib/core/text/reason";
import { closeReseller, restrictReseller } from "#lib/reseller/restrict-reseller";
import { RevokeTokenInput, revokeToken } from "#lib/reseller/revoke-token";

export const restrictResellerAction = createAdminAction(
  restrictReseller,
  (cancelled) => `Restricted. ${formatCancelledCount(cancelled)}`,
);

export const liftRestrictionAction = createAdminAction(liftRestriction, "Restriction lifted.");

export const closeResellerAction = createAdminAction(
  closeReseller,
  (cancelled) => `Closed. ${formatCancelledCount(cancelled)}`,
);

export const changeLevelAction = createAdminAction(
  changeLevel,
  "Level changed. The next purchase is at the new level.",
);

export const setDailyLimitAction = createAdminAction(
  setDailyLimit,
  "Daily limit saved. It applies to the next purchase.",
);

export const setLowWalletThresholdAction = createAdminAction(
  setResellerLowWalletThreshold,
  "Saved. Admins are alerted when the wallet falls below it.",
);

export const setOperatorCollectionAction = createAdminAction(
  setOperatorCollection,
  answerChange("Saved. It applies to new payments."),
);

export const setMessagePayerAction = createAdminAction(
  setMessagePayer,
  "Saved. A reseller who pays has to agree to the price first.",
);

export const endResellerSessionsAction = createAdminAction(endResellerSessions, (count) =>
  count === 1 ? "1 device signed out." : `${count} devices signed out.`,
);

export const resetTwoFactorAction = createAdminAction(
  resetTwoFactor,
  answerChange("Reset. They’re signed out everywhere and sign in with their password only."),
  { form: ResetTwoFactorInput },
);

export const addResellerNoteAction = createAdminAction(addResellerNote, "Note added.");

export const createResellerTokenAction = createAdminAction(
  createToken,
  ({ name, token }) => ({
    title: `Token “${name}” created. It works once its reseller confirms it`,
    secret: token,
  }),
  { form: CreateTokenInput.extend({ resellerId: Id, reason: Reason }) },
);

export const renewResellerTokenAction = createAdminAction(
  rotateToken,
  ({ name, token }) => ({
    title: `Token “${name}” renewed. The new one works once its reseller confirms it`,
    secret: token,
  }),
  { form: RotateTokenInput.extend({ reason: Reason }) },
);

export const revokeResellerTokenAction = createAdminAction(
  revokeToken,
  (cancelled) => `Revoked. Its next call is rejected. ${formatCancelledCount(cancelled)}`,
  { form: RevokeTokenInput.extend({ reason: Reason }) },
);
