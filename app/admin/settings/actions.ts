"use server";

import { answerChange } from "#app/admin/approval";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { toCreatedLink } from "#app/admin/to-created-link.ts";
import { CloseAdminInput, closeAdmin, InviteAdminInput, inviteAdmin } from "#lib/account/admins";
import { endAdminSessions } from "#lib/account/session/end-sessions";
import { GiveRoleInput, giveRole } from "#lib/account/staff/give-role";
import { removeRole, SaveRoleInput, saveRole } from "#lib/account/staff/roles";
import { saveSettings } from "#lib/audit/settings/save-settings";
import type { Ctx } from "#lib/core/context";
import { notFoundError, PortalError } from "#lib/core/error";
import { findSettings } from "#lib/core/module";
import { modules } from "#lib/modules";
import {
  AddAlertRecipientInput,
  addAlertRecipient,
  EditAlertRecipientInput,
  editAlertRecipient,
  RemoveAlertRecipientInput,
  removeAlertRecipient,
} from "#lib/monitoring/alert/recipients";
import { type SendTestAlertInput, sendTestAlert } from "#lib/monitoring/alert/test-alert";
import { setFeeRule } from "#lib/payment/fee/set-fee-rule";

/** Saves any settings: its form names which. */
export const saveSettingsAction = createAdminAction(
  (ctx: Ctx, { settings, ...input }: { settings: string }) =>
    saveSettings(ctx, requireSettings(settings), input),
  (done, { settings: name, ...input }) => {
    const { saved, input: schema } = requireSettings(name);
    return answerChange(saved(schema.parse(input).values))(done);
  },
);

function requireSettings(name: string) {
  const settings = findSettings(modules, name);
  if (!settings) throw notFoundError("setting");
  return settings;
}

export const saveFeeRuleAction = createAdminAction(setFeeRule, "Fee saved.");

export const addAdminAction = createAdminAction(
  inviteAdmin,
  ({ link, waits }, { name }) => ({
    message: waits
      ? `${name} is added. Another owner has to approve their role; until then they have no permissions.`
      : `${name} is added.`,
    ...toCreatedLink(link),
  }),
  { form: InviteAdminInput },
);

export const closeAdminAction = createAdminAction(closeAdmin, "Account closed and signed out everywhere.", {
  form: CloseAdminInput,
});

export const changeAdminRoleAction = createAdminAction(
  giveRole,
  answerChange("Role changed. It takes effect with their next request."),
  { form: GiveRoleInput },
);

export const endAdminSessionsAction = createAdminAction(endAdminSessions, "Signed out everywhere.");

export const saveRoleAction = createAdminAction(
  saveRole,
  answerChange("Role saved. It takes effect with each admin’s next request."),
  { form: SaveRoleInput },
);

export const removeRoleAction = createAdminAction(removeRole, "Role removed.");

export const addAlertRecipientAction = createAdminAction(
  (ctx: Ctx, input: AddAlertRecipientInput) => addAlertRecipient(ctx, input, modules),
  ({ secret }) =>
    secret
      ? { title: "Recipient added. This secret signs its messages", secret }
      : { message: "Recipient added. Send a test alert to check that it arrives." },
  { form: AddAlertRecipientInput },
);

export const changeAlertRecipientAction = createAdminAction(
  (ctx: Ctx, input: EditAlertRecipientInput) => editAlertRecipient(ctx, input, modules),
  "Saved.",
  { form: EditAlertRecipientInput },
);

export const removeAlertRecipientAction = createAdminAction(removeAlertRecipient, "Recipient removed.", {
  form: RemoveAlertRecipientInput,
});

export const sendTestAlertAction = createAdminAction(sendRecipientTestAlert, "Test alert delivered.");

async function sendRecipientTestAlert(ctx: Ctx, input: SendTestAlertInput): Promise<void> {
  const { problem } = await sendTestAlert(ctx, input);
  if (problem !== undefined)
    throw new PortalError("unavailable", `The test alert wasn’t delivered: ${problem}.`);
}
