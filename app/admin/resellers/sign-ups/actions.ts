"use server";

import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { ApproveSignUpInput, approveSignUp, rejectSignUp } from "#lib/account/sign-up/approve-sign-up";
import { setSignUpSwitch } from "#lib/account/sign-up/sign-up";

const PATH = "/admin/resellers";

export const setSignUpAction = createAdminAction(
  setSignUpSwitch,
  (_done, { to }) => (to === "open" ? "Sign-up page turned on." : "Sign-up page turned off."),
  PATH,
);

export const approveSignUpAction = createAdminAction(
  approveSignUp,
  "Approved. They can choose a password at the address of their request for seven days.",
  PATH,
  { form: ApproveSignUpInput, confirms: true },
);

export const rejectSignUpAction = createAdminAction(rejectSignUp, "Rejected.", PATH);
