import { httpUrlField, secretField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getMonnifyVariables = defineVariables({
  schema: {
    MONNIFY_API_KEY: secretField.optional(),
    MONNIFY_SECRET_KEY: secretField.optional(),
    /** The previous key, while webhooks that it signed are still accepted. */
    MONNIFY_SECRET_KEY_BEFORE: secretField.optional(),
    MONNIFY_CONTRACT_CODE: secretField.optional(),
    MONNIFY_BASE_URL: httpUrlField.default("https://api.monnify.com"),
  },
  groups: [["MONNIFY_API_KEY", "MONNIFY_SECRET_KEY", "MONNIFY_CONTRACT_CODE"]],
  reloadable: ["MONNIFY_API_KEY", "MONNIFY_SECRET_KEY", "MONNIFY_SECRET_KEY_BEFORE", "MONNIFY_CONTRACT_CODE"],
  httpsNames: ["MONNIFY_BASE_URL"],
});
