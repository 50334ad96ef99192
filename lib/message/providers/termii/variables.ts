import { z } from "zod";
import { templateIdsField } from "#lib/core/template-ids";
import { httpUrlField, secretField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getTermiiVariables = defineVariables({
  schema: {
    TERMII_API_KEY: secretField.optional(),
    /** Signs webhooks. */
    TERMII_SECRET_KEY: secretField.optional(),
    TERMII_SENDER_ID: z
      .string()
      .regex(/^[A-Za-z0-9 -]{3,11}$/, "must be a registered sender ID of 3 to 11 letters and digits")
      .optional(),
    /** `dnd` reaches numbers on do-not-disturb and isn't held at night; it has to be activated by Termii. */
    TERMII_ROUTE: z.enum(["dnd", "generic"], "must be dnd or generic").default("dnd"),
    TERMII_WHATSAPP_DEVICE: secretField.optional(),
    TERMII_WHATSAPP_TEMPLATES: templateIdsField.optional(),
    TERMII_BASE_URL: httpUrlField.default("https://v3.api.termii.com"),
  },
  groups: [
    ["TERMII_API_KEY", "TERMII_SECRET_KEY", "TERMII_SENDER_ID"],
    ["TERMII_WHATSAPP_DEVICE", "TERMII_WHATSAPP_TEMPLATES"],
  ],
  reloadable: ["TERMII_API_KEY", "TERMII_SECRET_KEY"],
  httpsNames: ["TERMII_BASE_URL"],
});
