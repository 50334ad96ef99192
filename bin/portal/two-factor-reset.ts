import { ResetTwoFactorByEmailInput, resetTwoFactorByEmail } from "#lib/account/two-factor/reset-two-factor";
import { type Command, textFlag } from "./command.ts";

export const resetTwoFactorCommand: Command = {
  usage: "--email --reason",
  does: "removes two-factor sign-in and passkeys from an account and signs it out everywhere",
  flags: { email: textFlag, reason: textFlag },
  needs: ["email", "reason"],
  async run(ctx, flags) {
    const input = ResetTwoFactorByEmailInput.parse(flags);
    await resetTwoFactorByEmail(ctx, input);
    return {
      line: `Two-factor sign-in of ${input.email} reset, and the account signed out everywhere`,
      data: { email: input.email },
    };
  },
};
