import { integerField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getPurchaseVariables = defineVariables({
  schema: {
    WAITING_PER_RESELLER: integerField(1_000, 1, 100_000),
    KEEP_RESPONSES_DAYS: integerField(365, 30, 36_500),
    KEEP_DELIVERY_ISSUES_DAYS: integerField(180, 30, 36_500),
  },
});
