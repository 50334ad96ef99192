import { defineModule } from "#lib/core/module";
import { getRequestVariables } from "./variables.ts";

export const requestModule = defineModule({
  name: "request",
  variables: [getRequestVariables],
  audit: {
    "list.exported": "exported a list",
    "permission.denied": "was denied access",
  },
});
