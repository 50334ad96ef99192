"use server";

import { revalidatePath } from "next/cache";
import { CloseAdminInput, closeAdmin, InviteAdminInput, inviteAdmin } from "#lib/account/admins";
import { endSessionsOfAdmin } from "#lib/account/session/end";
import { GiveRoleInput, giveRole } from "#lib/account/staff/give-role";
import { removeRole, SaveRoleInput, saveRole } from "#lib/account/staff/roles";
import { action } from "#lib/web/action";
import { deskAction } from "../../desk-action.ts";
import { linkToSend } from "../../link-to-send.ts";
import { changedOrWaits } from "../../second-admin.tsx";

const HERE = "/admin/settings/staff";

export const add = action(
  InviteAdminInput,
  async (ctx, input) => {
    const { link, waits } = await inviteAdmin(ctx, input);
    revalidatePath("/admin", "layout");
    const said = waits
      ? `${input.name} is added. Their role waits for another owner: until then they may do nothing.`
      : `${input.name} is added.`;
    return { said, ...linkToSend(link) };
  },
  { who: "admin", confirms: true },
);

export const close = deskAction(closeAdmin, "The account is closed, and signed out everywhere.", HERE, {
  form: CloseAdminInput,
  confirms: true,
});

export const changeRole = deskAction(
  giveRole,
  (done) => changedOrWaits(done, "It holds from their next click on."),
  HERE,
  { form: GiveRoleInput, confirms: true },
);

export const signOut = deskAction(endSessionsOfAdmin, "Signed out everywhere.", HERE);

export const keepRole = deskAction(
  saveRole,
  (done) => changedOrWaits(done, "Saved. It holds from the next click of whoever has it."),
  HERE,
  { form: SaveRoleInput, confirms: true },
);

export const dropRole = deskAction(removeRole, "The role is removed.", HERE);
