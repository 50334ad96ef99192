"use server";

import { revalidatePath } from "next/cache";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { modules } from "#lib/modules";
import {
  AddAlertRecipientInput,
  addAlertRecipient,
  type EditAlertRecipientInput,
  editAlertRecipient,
  removeAlertRecipient,
} from "#lib/report/alert/recipients";
import { type SendTestAlertInput, sendTestAlert } from "#lib/report/alert/test-alert";
import { defineAction } from "#lib/web/action";

const PATH = "/admin/settings/notifications";

export const addAlertRecipientAction = defineAction(
  AddAlertRecipientInput,
  async (ctx, input) => {
    const { secret } = await addAlertRecipient(ctx, input, modules);
    revalidatePath(PATH);
    return secret
      ? { title: "Recipient added. This secret signs its messages", secret }
      : { said: "Recipient added. Send a test alert to check that it arrives." };
  },
  { who: "admin", confirms: true },
);

export const changeAlertRecipientAction = createAdminAction(
  (ctx, input: EditAlertRecipientInput) => editAlertRecipient(ctx, input, modules),
  "Saved.",
  PATH,
);

export const removeAlertRecipientAction = createAdminAction(removeAlertRecipient, "Recipient removed.", PATH);

export const sendTestAlertAction = createAdminAction(sendRecipientTestAlert, "Test alert delivered.", PATH);

async function sendRecipientTestAlert(ctx: Ctx, input: SendTestAlertInput): Promise<void> {
  const { problem } = await sendTestAlert(ctx, input);
  if (problem !== undefined)
    throw new PortalError("unavailable", `The test alert wasn’t delivered: ${problem}.`);
}
