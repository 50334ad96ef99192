"use server";

import {
  type RequestPasswordResetInput,
  requestPasswordReset,
} from "#lib/account/password/request-password-reset";
import { defineServiceAction } from "#lib/web/action";

export const requestPasswordResetAction = defineServiceAction(
  async (ctx, input: RequestPasswordResetInput) => {
    await requestPasswordReset(ctx, input);
    return "If this email has an account, we’ve sent it a link. The link works once and expires in 1 hour.";
  },
  { who: "visitor" },
);
