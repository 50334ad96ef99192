import { z } from "zod";
import { httpUrlField, integerField, secretField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getUpstreamVariables = defineVariables({
  schema: {
    UPSTREAM_BASE_URL: httpUrlField,
    UPSTREAM_API_TOKEN: secretField,
    /** The first of lib/upstream/dialects unless set. */
    UPSTREAM_DIALECT: z.string().min(1).max(30).optional(),
    UPSTREAM_LEVEL: z.enum(["smart_earner", "affiliate", "top_user", "api"]).default("api"),
    UPSTREAM_PURCHASES_PER_MINUTE: integerField(30, 1, 100_000),
  },
  reloadable: ["UPSTREAM_API_TOKEN"],
  publicNames: ["UPSTREAM_LEVEL"],
  httpsNames: ["UPSTREAM_BASE_URL"],
});
