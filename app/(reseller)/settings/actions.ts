"use server";

import { revalidatePath } from "next/cache";
import { ChangePasswordInput, changePassword as change } from "#lib/account/change-password";
import { EndSessionsInput, endSessions as end } from "#lib/account/end-sessions";
import { RenameInput, rename as renameAccount } from "#lib/account/rename";
import { action } from "#lib/web/action";
import { currentAgent } from "#lib/web/actor";
import { keepSession } from "#lib/web/cookie";

export const rename = action(
  RenameInput,
  async (ctx, input) => {
    await renameAccount(ctx, input);
    revalidatePath("/", "layout");
    return "Your name is saved.";
  },
  { who: "person" },
);

export const changePassword = action(
  ChangePasswordInput.omit({ agent: true }),
  async (ctx, input) => {
    const { secret } = await change(ctx, { ...input, agent: await currentAgent() });
    await keepSession(secret);
    return "Your password is changed, and every other device is signed out.";
  },
  { who: "person" },
);

export const endSessions = action(
  EndSessionsInput,
  async (ctx, input) => {
    const count = await end(ctx, input);
    revalidatePath("/", "layout");
    return count === 1 ? "One device is signed out." : `${count} devices are signed out.`;
  },
  { who: "person" },
);
