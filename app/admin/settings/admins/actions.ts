"use server";

import { revalidatePath } from "next/cache";
import { CloseAdminInput, closeAdmin, InviteAdminInput, inviteAdmin } from "#lib/account/admins";
import { action } from "#lib/web/action";
import { deskAction } from "../../desk-action.ts";
import { linkToSend } from "../../link-to-send.ts";

const HERE = "/admin/settings/admins";

export const add = action(
  InviteAdminInput,
  async (ctx, input) => {
    const { link } = await inviteAdmin(ctx, input);
    revalidatePath(HERE);
    return { said: `${input.name} is added.`, ...linkToSend(link) };
  },
  { who: "admin", confirms: true },
);

export const close = deskAction(closeAdmin, "The account is closed, and signed out everywhere.", HERE, {
  form: CloseAdminInput,
  confirms: true,
});
