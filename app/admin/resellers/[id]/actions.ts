"use server";

import { revalidatePath } from "next/cache";
import {
  ChangeLevelInput,
  changeLevel,
  liftRestriction,
  ResellerChange,
  SetDailyLimitInput,
  setDailyLimit,
} from "#lib/account/reseller/change";
import { AddNoteInput, addNote } from "#lib/account/reseller/notes";
import { EndSessionsOfInput, endSessionsOf } from "#lib/account/session/end";
import { IssueTokenInput, issueToken } from "#lib/account/token/issue";
import { RotateTokenInput, rotateToken } from "#lib/account/token/rotate";
import { Id } from "#lib/core/amount";
import { Reason } from "#lib/core/reason";
import { CloseResellerInput, closeReseller } from "#lib/reseller/close-reseller";
import { RestrictResellerInput, restrictReseller } from "#lib/reseller/restrict-reseller";
import { RevokeTokenInput, revokeToken } from "#lib/reseller/revoke-token";
import { action } from "#lib/web/action";
import { cancelledWords } from "../../../ui/words.ts";
import { deskAction } from "../../desk-action.ts";

const HERE = "/admin/resellers";

export const restrict = deskAction(
  RestrictResellerInput,
  async (ctx, input) => `Restricted. ${cancelledWords(await restrictReseller(ctx, input))}`,
  HERE,
);

export const lift = deskAction(
  ResellerChange,
  async (ctx, input) => {
    await liftRestriction(ctx, input);
    return "They can buy again.";
  },
  HERE,
);

export const close = deskAction(
  CloseResellerInput,
  async (ctx, input) => `Closed. ${cancelledWords(await closeReseller(ctx, input))}`,
  HERE,
);

export const setLevel = deskAction(
  ChangeLevelInput,
  async (ctx, input) => {
    await changeLevel(ctx, input);
    return "The next purchase is at the new level.";
  },
  HERE,
);

export const setLimit = deskAction(
  SetDailyLimitInput,
  async (ctx, input) => {
    await setDailyLimit(ctx, input);
    return "The limit holds from the next purchase on.";
  },
  HERE,
);

export const endSessions = deskAction(
  EndSessionsOfInput,
  async (ctx, input) => {
    const count = await endSessionsOf(ctx, input);
    return count === 1 ? "One device is signed out." : `${count} devices are signed out.`;
  },
  HERE,
);

export const note = deskAction(
  AddNoteInput,
  async (ctx, input) => {
    await addNote(ctx, input);
    return "Kept.";
  },
  HERE,
);

export const issue = action(
  IssueTokenInput.extend({ resellerId: Id, reason: Reason }),
  async (ctx, input) => {
    const { name, token } = await issueToken(ctx, input);
    revalidatePath(HERE, "layout");
    return { name, token };
  },
  { who: "admin", confirms: true },
);

export const renew = action(
  RotateTokenInput.extend({ reason: Reason }),
  async (ctx, input) => {
    try {
      const { name, token } = await rotateToken(ctx, input);
      return { name, token };
    } finally {
      revalidatePath(HERE, "layout");
    }
  },
  { who: "admin", confirms: true },
);

export const revoke = deskAction(
  RevokeTokenInput.extend({ reason: Reason }),
  async (ctx, input) => `Revoked: its next call is refused. ${cancelledWords(await revokeToken(ctx, input))}`,
  HERE,
);
