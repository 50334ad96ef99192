import { integerField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getApiVariables = defineVariables({
  schema: {
    /** Retention in days. */
    KEEP_TESTS_DAYS: integerField(180, 1, 36_500),
  },
});
