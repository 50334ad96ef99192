"use server";

import { ApproveSignUpInput, approveSignUp, refuseSignUp } from "#lib/account/sign-up/decide";
import { setSignUp } from "#lib/account/sign-up/sign-up";
import { deskAction } from "../../desk-action.ts";

const HERE = "/admin/resellers";

export const switchSignUp = deskAction(
  setSignUp,
  (_done, { to }) => (to === "open" ? "Strangers can ask for an account." : "Nobody can ask any more."),
  HERE,
);

export const approve = deskAction(
  approveSignUp,
  "Approved. Their own address lets them choose a password for seven days.",
  HERE,
  { form: ApproveSignUpInput, confirms: true },
);

export const refuse = deskAction(refuseSignUp, "Refused.", HERE);
