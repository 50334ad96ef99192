import { z } from "zod";
import { httpUrlField, secretField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getUpstreamVariables = defineVariables({
  schema: {
    UPSTREAM_BASE_URL: httpUrlField,
    UPSTREAM_API_TOKEN: secretField,
    /** The first of lib/upstream/dialects unless set. */
    UPSTREAM_DIALECT: z.string().min(1).max(30).optional(),
  },
  reloadable: ["UPSTREAM_API_TOKEN"],
  httpsNames: ["UPSTREAM_BASE_URL"],
});
