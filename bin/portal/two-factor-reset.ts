import { ResetTwoFactorOfInput, resetTwoFactorOf } from "#lib/account/two-factor/reset";
import { type Command, text } from "./command.ts";

export const twoFactorReset: Command = {
  usage: "--email --reason",
  does: "lets someone sign in who lost their app and their backup codes, and signs them out everywhere",
  flags: { email: text, reason: text },
  needs: ["email", "reason"],
  async run(ctx, flags) {
    const asked = ResetTwoFactorOfInput.parse(flags);
    await resetTwoFactorOf(ctx, asked);
    return {
      line: `Two-factor sign-in of ${asked.email} is reset; they are signed out everywhere`,
      data: { email: asked.email },
    };
  },
};
