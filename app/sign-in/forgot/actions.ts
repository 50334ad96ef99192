"use server";

import { type AskForResetInput, askForReset } from "#lib/account/password/reset-by-mail";
import { verbAction } from "#lib/web/action";

export const ask = verbAction(
  async (ctx, input: AskForResetInput) => {
    await askForReset(ctx, input);
    return "If this e-mail has an account here, a mail is on its way. Its link works once, for an hour.";
  },
  { who: "visitor" },
);
