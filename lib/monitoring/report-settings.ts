import { defineSettings } from "#lib/audit/settings/define-settings";
import { hourField } from "#lib/core/settings/fields";

/** When reports are sent; sent ones aren't repeated. */
export const reportSettings = defineSettings({
  name: "report",
  path: "/admin/settings/general#reports",
  find: { label: "Change report time", keywords: "settings daily weekly monthly statements hour" },
  title: "Reports",
  text: "Daily, weekly and monthly reports for admins, and a monthly statement for each reseller. Emails include the file.",
  submit: "Save report time",
  saved: () => "Report time saved.",
  fields: { hour: hourField({ label: "Send from", initial: 7 }) },
  redirects: null,
  permission: "rules",
  audit: { subject: "reports", subjectId: "hour", codes: { "report.hour": "changed the hour of reports" } },
});
