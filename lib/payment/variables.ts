import { integerField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getPaymentVariables = defineVariables({
  schema: {
    /** Retention of payment providers' data, with personal data of payers: longer than banks may charge back. */
    KEEP_PROVIDER_DATA_DAYS: integerField(180, 7, 3_650),
  },
});
