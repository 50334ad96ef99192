"use server";

import { revalidatePath } from "next/cache";
import {
  changeLevel,
  liftRestriction,
  setCollects,
  setDailyLimit,
  setDeskLow,
} from "#lib/account/reseller/change";
import { addNote } from "#lib/account/reseller/notes";
import { endSessionsOf } from "#lib/account/session/end";
import { IssueTokenInput, issueToken } from "#lib/account/token/issue";
import { RotateTokenInput, rotateToken } from "#lib/account/token/rotate";
import { ResetTwoFactorInput, resetTwoFactor } from "#lib/account/two-factor/reset";
import { Id } from "#lib/core/amount";
import { Reason } from "#lib/core/reason";
import { RevokeTokenInput, revokeToken } from "#lib/reseller/revoke-token";
import { closeReseller, restrictReseller } from "#lib/reseller/stop-reseller";
import { action } from "#lib/web/action";
import { cancelledWords } from "../../../ui/words.ts";
import { deskAction } from "../../desk-action.ts";

const HERE = "/admin/resellers";

export const restrict = deskAction(
  restrictReseller,
  (cancelled) => `Restricted. ${cancelledWords(cancelled)}`,
  HERE,
);

export const lift = deskAction(liftRestriction, "They can buy again.", HERE);

export const close = deskAction(closeReseller, (cancelled) => `Closed. ${cancelledWords(cancelled)}`, HERE);

export const setLevel = deskAction(changeLevel, "The next purchase is at the new level.", HERE);

export const setLimit = deskAction(setDailyLimit, "The limit holds from the next purchase on.", HERE);

export const setLow = deskAction(setDeskLow, "Home says so when it is below, and whoever gets alerts.", HERE);

export const setCollecting = deskAction(setCollects, "It holds for payments that begin from now on.", HERE);

export const endSessions = deskAction(
  endSessionsOf,
  (count) => (count === 1 ? "One device is signed out." : `${count} devices are signed out.`),
  HERE,
);

export const resetSecond = deskAction(
  resetTwoFactor,
  "Reset. They are signed out everywhere, and sign in with the password alone.",
  HERE,
  { form: ResetTwoFactorInput, confirms: true },
);

export const note = deskAction(addNote, "Kept.", HERE);

export const issue = action(
  IssueTokenInput.extend({ resellerId: Id, reason: Reason }),
  async (ctx, input) => {
    const { name, token } = await issueToken(ctx, input);
    revalidatePath(HERE, "layout");
    return { title: `The token “${name}”`, secret: token };
  },
  { who: "admin", confirms: true },
);

export const renew = action(
  RotateTokenInput.extend({ reason: Reason }),
  async (ctx, input) => {
    try {
      const { name, token } = await rotateToken(ctx, input);
      return { title: `The new token “${name}” is ready`, secret: token };
    } finally {
      revalidatePath(HERE, "layout");
    }
  },
  { who: "admin", confirms: true },
);

export const revoke = deskAction(
  revokeToken,
  (cancelled) => `Revoked: its next call is refused. ${cancelledWords(cancelled)}`,
  HERE,
  { form: RevokeTokenInput.extend({ reason: Reason }) },
);
