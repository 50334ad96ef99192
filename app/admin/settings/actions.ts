"use server";

import { formatChangeResult } from "#app/admin/approval-notes";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { setOperatorContact } from "#lib/account/operator-contact";
import { ChangeApprovalSettingsInput, changeApprovalSettings } from "#lib/audit/approval-settings";
import { SetPaymentInstructionsInput, setPaymentInstructions } from "#lib/funding/payment-instructions";
import { SetPaymentSettingsInput, setPaymentSettings } from "#lib/payment/payment-settings";
import { setDeliveryIssueSettings } from "#lib/purchase/issue/set-delivery-issue-settings";
import { changeReconcileSettings } from "#lib/reconcile/reconcile-settings";
import { setReportHour } from "#lib/report/report-hour";

const PATH = "/admin";

export const saveContactAction = createAdminAction(setOperatorContact, "Support contact saved.", PATH);

export const saveReportHourAction = createAdminAction(setReportHour, "Report time saved.", PATH);

export const saveApprovalSettingsAction = createAdminAction(
  changeApprovalSettings,
  (done) => formatChangeResult(done, "Daily limit saved."),
  PATH,
  { form: ChangeApprovalSettingsInput },
);

export const savePaymentInstructionsAction = createAdminAction(
  setPaymentInstructions,
  (done) => formatChangeResult(done, "Payment instructions saved."),
  PATH,
  { form: SetPaymentInstructionsInput, confirms: true },
);

export const savePaymentSettingsAction = createAdminAction(
  setPaymentSettings,
  "Payment settings saved.",
  PATH,
  { form: SetPaymentSettingsInput },
);

export const saveReconcileSettingsAction = createAdminAction(
  changeReconcileSettings,
  "Settings saved.",
  PATH,
);

export const saveDeliveryIssueSettingsAction = createAdminAction(
  setDeliveryIssueSettings,
  "Settings saved.",
  PATH,
);
