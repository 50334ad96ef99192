import { z } from "zod";
import { defineSettings } from "#lib/audit/settings/define-settings";
import { textField, textOf } from "#lib/core/settings/fields";
import { ContactPhone } from "#lib/core/text/contact-phone";
import { formatPhone } from "#lib/core/text/phone";
import { Email } from "./fields.ts";

const numberField = (label: string) =>
  textOf(
    ContactPhone.prefault(""),
    { label, initial: null, maxLength: 40, inputMode: "tel", optional: true },
    (e164) => (e164 === null ? "" : formatPhone(e164)),
  );

const OptionalEmail = z
  .string()
  .trim()
  .default("")
  .transform((text) => text || null)
  .pipe(Email.nullable());

/**
 * The operator's contact, which resellers and customers trust with money and passwords. Numbers are in E.164;
 * fields that were never set are empty or null.
 */
export const contactSettings = defineSettings({
  name: "contact",
  path: "/admin/settings/general#support-contact",
  find: { label: "Change support contact", keywords: "settings phone whatsapp email" },
  title: "Support contact",
  text: "Shown wherever a page says to contact support. Visitors who aren’t signed in can see it too.",
  submit: "Save contact",
  saved: () => "Support contact saved.",
  fields: {
    name: textField({
      label: "Support name",
      maxLength: 60,
      placeholder: "A person or a team",
      optional: true,
    }),
    whatsapp: numberField("WhatsApp"),
    phone: numberField("Phone number"),
    email: textOf(OptionalEmail, {
      label: "Email",
      initial: null,
      maxLength: 254,
      inputMode: "email",
      optional: true,
    }),
  },
  redirects: "data",
  approval: { label: "Change the support contact", needs: () => true },
  permission: "rules",
  audit: {
    subject: "contact",
    subjectId: "operator",
    codes: { "contact.changed": "changed the contact details" },
  },
});
