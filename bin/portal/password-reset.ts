import { ResetPasswordInput, resetPassword } from "#lib/account/password/set";
import { type Command, passwordNote, text } from "./command.ts";

export const passwordReset: Command = {
  usage: "--email",
  does: "makes a new password for someone who forgot theirs, and signs them out everywhere",
  flags: { email: text },
  needs: ["email"],
  async run(ctx, flags) {
    const { email, password } = await resetPassword(ctx, ResetPasswordInput.parse(flags));
    return { line: `${email} signed out everywhere${passwordNote(password)}`, data: { email, password } };
  },
};
