"use server";

import { revalidatePath } from "next/cache";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { AddReceiverInput, addReceiver, changeReceiver, removeReceiver } from "#lib/report/alert/receivers";
import { type TryReceiverInput, tryReceiver } from "#lib/report/alert/try";
import { action } from "#lib/web/action";
import { deskAction } from "../../desk-action.ts";

const HERE = "/admin/settings/alerts";

export const add = action(
  AddReceiverInput,
  async (ctx, input) => {
    const { secret } = await addReceiver(ctx, input);
    revalidatePath(HERE);
    return secret
      ? { title: "Added. This secret signs its messages", secret }
      : { said: "Added. Send it a try, to see that it arrives." };
  },
  { who: "admin", confirms: true },
);

export const change = deskAction(changeReceiver, "Saved.", HERE);

export const remove = deskAction(removeReceiver, "Removed. It is told nothing more.", HERE);

export const tryOut = deskAction(tryOrSay, "It took the message.", HERE);

async function tryOrSay(ctx: Ctx, input: TryReceiverInput): Promise<void> {
  const { problem } = await tryReceiver(ctx, input);
  if (problem !== undefined) throw new PortalError("unavailable", `It did not take the message: ${problem}.`);
}
