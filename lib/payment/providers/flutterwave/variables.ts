import { httpUrlField, secretField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getFlutterwaveVariables = defineVariables({
  schema: {
    FLUTTERWAVE_CLIENT_ID: secretField.optional(),
    FLUTTERWAVE_CLIENT_SECRET: secretField.optional(),
    FLUTTERWAVE_WEBHOOK_SECRET: secretField.optional(),
    /** The previous key, while webhooks that it signed are still accepted. */
    FLUTTERWAVE_WEBHOOK_SECRET_BEFORE: secretField.optional(),
    FLUTTERWAVE_BASE_URL: httpUrlField.default("https://f4bexperience.flutterwave.com"),
  },
  groups: [["FLUTTERWAVE_CLIENT_ID", "FLUTTERWAVE_CLIENT_SECRET", "FLUTTERWAVE_WEBHOOK_SECRET"]],
  reloadable: [
    "FLUTTERWAVE_CLIENT_ID",
    "FLUTTERWAVE_CLIENT_SECRET",
    "FLUTTERWAVE_WEBHOOK_SECRET",
    "FLUTTERWAVE_WEBHOOK_SECRET_BEFORE",
  ],
  httpsNames: ["FLUTTERWAVE_BASE_URL"],
});
