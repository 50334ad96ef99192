"use server";

import { toCreatedLink } from "#app/admin/to-created-link.ts";
import { ChangeHelperInput, changeHelper, EndHelperInput, endHelper } from "#lib/helper/change-helper";
import { InviteHelperInput, inviteHelper } from "#lib/helper/invite-helper";
import { createResellerAction } from "#lib/request/page-action";

export const inviteHelperAction = createResellerAction(inviteHelper, ({ link }) => toCreatedLink(link), {
  form: InviteHelperInput,
});

export const changeHelperAction = createResellerAction(changeHelper, "Saved.", { form: ChangeHelperInput });

export const endHelperAction = createResellerAction(
  endHelper,
  "Access ended. They are signed out everywhere.",
  { form: EndHelperInput },
);
