import { secretField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getPaystackVariables = defineVariables({
  schema: {
    PAYSTACK_SECRET_KEY: secretField.optional(),
    /** The previous key, while webhooks that it signed are still accepted. */
    PAYSTACK_SECRET_KEY_BEFORE: secretField.optional(),
  },
  reloadable: ["PAYSTACK_SECRET_KEY", "PAYSTACK_SECRET_KEY_BEFORE"],
});
