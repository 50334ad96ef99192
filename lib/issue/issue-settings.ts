import { defineSettings } from "#lib/audit/settings/define-settings";
import { numberField, textsField } from "#lib/core/settings/fields";

/** When a delivery issue may be opened and is answered. A code of `checks` that people dial could move their money. */
export const issueSettings = defineSettings({
  name: "issue",
  path: "/admin/settings/purchases#delivery-issues",
  find: { label: "Change delivery issue settings", keywords: "reply within reporting window balance check" },
  title: "Delivery issues",
  text: "What resellers are promised, and what they should check before reporting a delivery issue.",
  submit: "Save delivery issue settings",
  saved: () => "Settings saved.",
  fields: {
    replyHours: numberField({
      label: "Reply within",
      hint: "Hours. Resellers and customers see it.",
      unit: "hours",
      initial: 24,
      min: 1,
      max: 336,
      tooMuch: "Enter at most 336 hours (two weeks).",
    }),
    reportingWindowDays: numberField({
      label: "Reporting window",
      hint: "Days after the purchase.",
      unit: "days",
      initial: 14,
      min: 1,
      max: 90,
      tooMuch: "Enter at most 90 days.",
    }),
    /** Instructions for a number's owner to check their balance, in the operator's words, by network id. */
    checks: textsField({
      label: "Balance checks",
      placeholder: "Code, app or number",
      maxLength: 200,
      optional: true,
    }),
  },
  redirects: "data",
  permission: "rules",
  audit: {
    subject: "delivery_issue_settings",
    subjectId: "1",
    codes: { "delivery_issue.settings": "changed delivery issue settings" },
  },
});
