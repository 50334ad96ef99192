import { integerField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getShopVariables = defineVariables({
  schema: {
    /** Retention in days. */
    KEEP_SHOP_CUSTOMERS_DAYS: integerField(365, 30, 36_500),
  },
});
