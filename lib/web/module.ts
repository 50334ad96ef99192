import { defineModule } from "#lib/core/module";
import { getWebVariables } from "./variables.ts";

export const webModule = defineModule({
  name: "web",
  variables: [getWebVariables],
  audit: {
    "list.exported": "exported a list",
    "permission.refused": "was denied access",
  },
});
