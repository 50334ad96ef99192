import { integerField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getNotificationVariables = defineVariables({
  schema: {
    /** Retention in days. */
    KEEP_NOTICES_DAYS: integerField(365, 30, 36_500),
  },
});
