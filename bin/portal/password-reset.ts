import { ResetPasswordInput, resetPassword } from "#lib/account/password/set-password";
import { type Command, formatPasswordNote, textFlag } from "./command.ts";

export const resetPasswordCommand: Command = {
  usage: "--email",
  does: "sets a new password for an account and signs it out everywhere",
  flags: { email: textFlag },
  needs: ["email"],
  async run(ctx, flags) {
    const { email, password } = await resetPassword(ctx, ResetPasswordInput.parse(flags));
    return {
      line: `${email} signed out everywhere${formatPasswordNote(password)}`,
      data: { email, password },
    };
  },
};
