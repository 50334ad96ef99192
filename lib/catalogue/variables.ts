import { integerField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getCatalogueVariables = defineVariables({
  schema: {
    CATALOGUE_MAX_AGE_S: integerField(300, 1, 86_400),
  },
});
