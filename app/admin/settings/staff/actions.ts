"use server";

import { revalidatePath } from "next/cache";
import { formatChangeResult } from "#app/admin/approval-notes";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { toCreatedLink } from "#app/admin/to-created-link.ts";
import { CloseAdminInput, closeAdmin, InviteAdminInput, inviteAdmin } from "#lib/account/admins";
import { endAdminSessions } from "#lib/account/session/end-sessions";
import { GiveRoleInput, giveRole } from "#lib/account/staff/give-role";
import { removeRole, SaveRoleInput, saveRole } from "#lib/account/staff/roles";
import { defineAction } from "#lib/web/action";

const PATH = "/admin/settings/staff";

export const addAdminAction = defineAction(
  InviteAdminInput,
  async (ctx, input) => {
    const { link, waits } = await inviteAdmin(ctx, input);
    revalidatePath("/admin", "layout");
    const said = waits
      ? `${input.name} is added. Another owner has to approve their role; until then they have no permissions.`
      : `${input.name} is added.`;
    return { said, ...toCreatedLink(link) };
  },
  { who: "admin", confirms: true },
);

export const closeAdminAction = createAdminAction(
  closeAdmin,
  "Account closed and signed out everywhere.",
  PATH,
  {
    form: CloseAdminInput,
    confirms: true,
  },
);

export const changeAdminRoleAction = createAdminAction(
  giveRole,
  (done) => formatChangeResult(done, "Role changed. It takes effect with their next request."),
  PATH,
  { form: GiveRoleInput, confirms: true },
);

export const endAdminSessionsAction = createAdminAction(endAdminSessions, "Signed out everywhere.", PATH);

export const saveRoleAction = createAdminAction(
  saveRole,
  (done) => formatChangeResult(done, "Role saved. It takes effect with each admin’s next request."),
  PATH,
  { form: SaveRoleInput, confirms: true },
);

export const removeRoleAction = createAdminAction(removeRole, "Role removed.", PATH);
