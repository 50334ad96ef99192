"use server";

import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { toCreatedLink } from "#app/admin/to-created-link.ts";
import {
  CreateResellerPasswordLinkInput,
  createResellerPasswordLink,
} from "#lib/account/password/password-link";
import { InviteResellerInput, inviteReseller } from "#lib/account/reseller/create-reseller";
import { ApproveSignUpInput, approveSignUp, rejectSignUp } from "#lib/account/sign-up/approve-sign-up";
import { modules } from "#lib/modules";
import { ErasePersonalDataInput, erasePersonalData } from "#lib/privacy/erase-personal-data";
import { unlockExports } from "#lib/privacy/export-personal-data";

export const inviteResellerAction = createAdminAction(
  inviteReseller,
  ({ id, link }) => ({ resellerId: id, ...toCreatedLink(link) }),
  { form: InviteResellerInput },
);

export const renewPasswordLinkAction = createAdminAction(createResellerPasswordLink, toCreatedLink, {
  form: CreateResellerPasswordLinkInput,
});

export const approveSignUpAction = createAdminAction(
  approveSignUp,
  ({ isMailed }) =>
    isMailed
      ? "Approved. An email with the link to start is on its way to them."
      : "Approved. No email is set up, so tell them: for seven days, they can choose a password at the address of their request.",
  { form: ApproveSignUpInput },
);

export const rejectSignUpAction = createAdminAction(rejectSignUp, "Rejected.");

export const unlockPersonalExportAction = createAdminAction(
  unlockExports,
  "Unlocked. You can download for ten minutes.",
);

export const erasePersonalDataAction = createAdminAction(
  (ctx, input: ErasePersonalDataInput) => erasePersonalData(ctx, input, modules),
  (erased) => {
    const sum = Object.values(erased).reduce((total, count) => total + count, 0);
    return `Erased in ${sum} ${sum === 1 ? "place" : "places"}.`;
  },
  { form: ErasePersonalDataInput },
);
