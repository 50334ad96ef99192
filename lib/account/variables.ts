import { z } from "zod";
import { integerField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getAccountVariables = defineVariables({
  schema: {
    /** Retention in days. */
    KEEP_SIGN_UPS_DAYS: integerField(180, 7, 36_500),
    /** Whether admins must set up a second factor before anything else. */
    ADMIN_TWO_FACTOR: z.enum(["required", "optional"], "must be required or optional").default("required"),
  },
  publicNames: ["ADMIN_TWO_FACTOR"],
});
