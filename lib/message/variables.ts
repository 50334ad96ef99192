import { integerField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getMessageVariables = defineVariables({
  schema: {
    /** Retention in days. */
    KEEP_MESSAGES_DAYS: integerField(365, 1, 36_500),
  },
});
