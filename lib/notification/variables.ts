import { integerField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getNotificationVariables = defineVariables({
  schema: {
    /** Retention in days. */
    KEEP_NOTIFICATIONS_DAYS: integerField(365, 30, 36_500),
  },
});
