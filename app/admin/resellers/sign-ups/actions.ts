"use server";

import {
  ApproveSignUpInput,
  approveSignUp,
  RefuseSignUpInput,
  refuseSignUp,
} from "#lib/account/sign-up/decide";
import { SetSignUpInput, setSignUp } from "#lib/account/sign-up/switch";
import { deskAction } from "../../desk-action.ts";

const HERE = "/admin/resellers";

export const switchSignUp = deskAction(
  SetSignUpInput,
  async (ctx, input) => {
    await setSignUp(ctx, input);
    return input.to === "open" ? "Strangers can ask for an account." : "Nobody can ask any more.";
  },
  HERE,
);

export const approve = deskAction(
  ApproveSignUpInput,
  async (ctx, input) => {
    await approveSignUp(ctx, input);
    return "Approved. Their own address lets them choose a password for seven days.";
  },
  HERE,
);

export const refuse = deskAction(
  RefuseSignUpInput,
  async (ctx, input) => {
    await refuseSignUp(ctx, input);
    return "Refused.";
  },
  HERE,
);
