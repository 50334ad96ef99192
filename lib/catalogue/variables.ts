import { integerField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getCatalogueVariables = defineVariables({
  schema: {
    CATALOGUE_MAX_AGE_S: integerField(300, 1, 86_400),
    /** The price grid asks again for a change above this share. */
    PRICE_CHANGE_LIMIT_PERCENT: integerField(50, 1, 1_000),
  },
});
