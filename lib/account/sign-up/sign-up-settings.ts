import { defineSettings } from "#lib/audit/settings/define-settings";
import { switchField } from "#lib/core/settings/fields";

/** Whether visitors may request an account. */
export const signUpSettings = defineSettings({
  name: "sign_up",
  path: "/admin/resellers/sign-ups#sign-up-page",
  find: { label: "Turn sign-up page on or off", keywords: "settings request account visitors open close" },
  title: "Sign-up page",
  text: "A page where visitors request an account.",
  submit: "Save",
  saved: ({ open }) => (open ? "Sign-up page turned on." : "Sign-up page turned off."),
  fields: { open: switchField({ label: "Sign-up page", initial: false }) },
  redirects: null,
  permission: "rules",
  audit: {
    subject: "sign-up",
    subjectId: "switch",
    codes: { "sign_up.opened": "turned sign-up on", "sign_up.closed": "turned sign-up off" },
    code: ({ open }) => (open ? "sign_up.opened" : "sign_up.closed"),
  },
});
