import { z } from "zod";
import { defineVariables } from "#lib/core/variables";

export const getAccountVariables = defineVariables({
  schema: {
    /** Whether admins must set up a second factor before anything else. */
    ADMIN_TWO_FACTOR: z.enum(["required", "optional"], "must be required or optional").default("required"),
  },
  publicNames: ["ADMIN_TWO_FACTOR"],
});
