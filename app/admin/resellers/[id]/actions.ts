"use server";

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
import { CloseResellerInput, closeReseller } from "#lib/reseller/close-reseller";
import { RestrictResellerInput, restrictReseller } from "#lib/reseller/restrict-reseller";
import { cancelledWords } from "../../../ui/cancelled-words.ts";
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
