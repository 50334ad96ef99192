import { integerField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getWebhookVariables = defineVariables({
  schema: {
    /** Retention in days. */
    KEEP_WEBHOOKS_DAYS: integerField(30, 1, 36_500),
  },
});
