import { z } from "zod";
import { templateIdsField } from "#lib/core/template-ids";
import { secretField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getTwilioVariables = defineVariables({
  schema: {
    TWILIO_ACCOUNT_SID: z
      .string()
      .regex(/^AC[0-9a-f]{32}$/, "must be AC and 32 digits and letters from a to f")
      .optional(),
    /** Also signs webhooks. */
    TWILIO_AUTH_TOKEN: secretField.optional(),
    /** A number in E.164, an alphanumeric sender, or the SID of a messaging service (MG…). */
    TWILIO_SMS_FROM: z.string().min(1).max(40).optional(),
    TWILIO_WHATSAPP_FROM: z
      .string()
      .regex(/^\+\d{8,15}$/, "must be a number such as +14155238886")
      .optional(),
    TWILIO_WHATSAPP_TEMPLATES: templateIdsField.optional(),
  },
  groups: [
    ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN"],
    ["TWILIO_WHATSAPP_FROM", "TWILIO_WHATSAPP_TEMPLATES"],
  ],
  reloadable: ["TWILIO_AUTH_TOKEN"],
});
