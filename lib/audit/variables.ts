import { integerField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getAuditVariables = defineVariables({
  schema: {
    KEEP_HISTORY_DAYS: integerField(3_650, 90, 36_500),
  },
});
