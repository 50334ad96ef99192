import { integerField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getPurchaseVariables = defineVariables({
  schema: {
    WAITING_PER_RESELLER: integerField(1_000, 1, 100_000),
  },
});
