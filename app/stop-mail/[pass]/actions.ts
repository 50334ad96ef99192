"use server";

import { NOTIFICATION_KINDS } from "#lib/modules";
import { type UnsubscribeFromMailInput, unsubscribeFromMail } from "#lib/notification/unsubscribe-from-mail";
import { defineServiceAction } from "#lib/request/action";

export const unsubscribeAction = defineServiceAction(
  async (ctx, input: UnsubscribeFromMailInput) => {
    await unsubscribeFromMail(ctx, input, NOTIFICATION_KINDS);
    return "Unsubscribed. You still get these notifications in the portal.";
  },
  { audience: "visitor" },
);
