import { defineSettings } from "#lib/audit/settings/define-settings";
import { linesField } from "#lib/core/settings/fields";

/** The operator's part of the privacy notice. */
export const privacySettings = defineSettings({
  name: "privacy",
  path: "/admin/settings/general#privacy-notice",
  find: { label: "Change privacy notice", keywords: "settings personal data company law" },
  title: "Privacy notice",
  text: "Shown at the top of the privacy notice, which every shop links to. The rest of it follows from how the portal works.",
  submit: "Save privacy notice",
  saved: () => "Privacy notice saved.",
  fields: {
    text: linesField({
      label: "Your company",
      hint: "Its registered name and address, and whom to ask about personal data.",
      maxLength: 2_000,
      optional: true,
    }),
  },
  redirects: null,
  permission: "rules",
  audit: {
    subject: "privacy",
    subjectId: "notice",
    codes: { "privacy.notice": "changed the privacy notice" },
  },
});
