import { integerField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getFundingVariables = defineVariables({
  schema: {
    /** Retention in days. */
    KEEP_IMAGES_DAYS: integerField(365, 30, 36_500),
  },
});
