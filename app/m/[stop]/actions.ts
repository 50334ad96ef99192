"use server";

import { type StopMessagesInput, stopMessages } from "#lib/message/recipients";
import { defineServiceAction } from "#lib/request/action";

export const stopMessagesAction = defineServiceAction(
  async (ctx, input: StopMessagesInput) => {
    await stopMessages(ctx, input);
    return input.stop === "yes"
      ? "Stopped. No more messages come to this number."
      : "Messages may come again.";
  },
  { audience: "visitor" },
);
