"use server";

import { revalidatePath } from "next/cache";
import { type RenameInput, rename as renameAccount } from "#lib/account/own-account";
import { ChangePasswordInput, changePassword as change } from "#lib/account/password/set";
import { type EndSessionsInput, endSessions as end } from "#lib/account/session/end";
import { EndLeftBehindInput, endLeftBehind } from "#lib/safety/left-behind";
import { action, verbAction } from "#lib/web/action";
import { currentBrowser, enter } from "#lib/web/actor";

export const rename = verbAction(
  async (ctx, input: RenameInput) => {
    await renameAccount(ctx, input);
    revalidatePath("/", "layout");
    return "Your name is saved.";
  },
  { who: "person" },
);

export const changePassword = action(
  ChangePasswordInput.omit({ browser: true }).extend(EndLeftBehindInput.shape),
  async (ctx, { currentPassword, password, ...ends }) => {
    const browser = await currentBrowser();
    const { secret } = await change(ctx, { currentPassword, password, browser }, (tx) =>
      endLeftBehind(tx, ends),
    );
    revalidatePath("/", "layout");
    await enter(secret, browser);
    return "Your password is changed, and every other device is signed out.";
  },
  { who: "person" },
);

export const endSessions = verbAction(
  async (ctx, input: EndSessionsInput) => {
    const count = await end(ctx, input);
    revalidatePath("/", "layout");
    return count === 1 ? "One device is signed out." : `${count} devices are signed out.`;
  },
  { who: "person" },
);
