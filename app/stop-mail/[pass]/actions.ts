"use server";

import { type StopMailInput, stopMail } from "#lib/notice/stop-mail";
import { verbAction } from "#lib/web/action";

export const stop = verbAction(
  async (ctx, input: StopMailInput) => {
    await stopMail(ctx, input);
    return "Done. You get no more mail about this; the portal still tells you.";
  },
  { who: "visitor" },
);
