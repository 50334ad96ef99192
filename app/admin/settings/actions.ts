"use server";

import { answerChange } from "#app/admin/approval";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { toCreatedLink } from "#app/admin/to-created-link.ts";
import { CloseAdminInput, closeAdmin, InviteAdminInput, inviteAdmin } from "#lib/account/admins";
import { setOperatorContact } from "#lib/account/operator-contact";
import { endAdminSessions } from "#lib/account/session/end-sessions";
import { GiveRoleInput, giveRole } from "#lib/account/staff/give-role";
import { removeRole, SaveRoleInput, saveRole } from "#lib/account/staff/roles";
import { changeApprovalSettings } from "#lib/audit/approval-settings";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { SetPaymentInstructionsInput, setPaymentInstructions } from "#lib/funding/payment-instructions";
import { setMessageSettings } from "#lib/message/message-settings";
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
import { setReportHour } from "#lib/monitoring/report-hour";
import { setFeeRule } from "#lib/payment/fee/set-fee-rule";
import { setPaymentSettings } from "#lib/payment/payment-settings";
import { setPrivacyNotice } from "#lib/privacy/privacy-notice";
import { turnAdvances } from "#lib/purchase/advance/turn-advances";
import { changeReconcileSettings } from "#lib/reconcile/reconcile-settings";

export const saveContactAction = createAdminAction(
  setOperatorContact,
  answerChange("Support contact saved."),
);

export const saveReportHourAction = createAdminAction(setReportHour, "Report time saved.");

export const savePrivacyNoticeAction = createAdminAction(setPrivacyNotice, "Privacy notice saved.");

export const saveApprovalSettingsAction = createAdminAction(
  changeApprovalSettings,
  answerChange("Daily limit saved."),
);

export const savePaymentInstructionsAction = createAdminAction(
  setPaymentInstructions,
  answerChange("Payment instructions saved."),
  { form: SetPaymentInstructionsInput },
);

export const savePaymentSettingsAction = createAdminAction(
  setPaymentSettings,
  answerChange("Payment settings saved."),
);

export const saveMessageSettingsAction = createAdminAction(setMessageSettings, "Message settings saved.");

export const saveFeeRuleAction = createAdminAction(setFeeRule, "Fee saved.");

export const saveReconcileSettingsAction = createAdminAction(
  changeReconcileSettings,
  answerChange("Settings saved."),
);

export const turnAdvancesAction = createAdminAction(turnAdvances, answerChange("Saved."));

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
