import { longSecretField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getRequestVariables = defineVariables({
  schema: {
    /** The key that seals hidden fields of forms, instead of `NEXTAUTH_SECRET`. */
    FORMS_KEY: longSecretField.optional(),
  },
});
