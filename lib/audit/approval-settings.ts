import { singleAdminLimit } from "./approval-limits.ts";
import { defineSettings } from "./settings/define-settings.ts";

/** The total that one admin moves within 24 hours without approval, all kinds together, in minor units. */
export const approvalSettings = defineSettings({
  ...singleAdminLimit,
  path: "/admin/settings/general#approvals",
  find: { label: "Change daily limit per admin", keywords: "settings approvals second approver" },
  title: "Approvals",
  text: "How much money one admin may move manually in 24 hours. Larger amounts need another admin’s approval.",
  submit: "Save daily limit",
  saved: () => "Daily limit saved.",
  redirects: "money",
  approval: {
    label: "Change the daily limit",
    needs: (before, after) => after.singleAdminLimit > before.singleAdminLimit,
    amount: (after) => after.singleAdminLimit,
  },
  permission: "staff",
  audit: {
    subject: "second_admin",
    subjectId: "rules",
    codes: { "second_admin.rules": "changed approval settings" },
  },
});
