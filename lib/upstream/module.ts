import { defineModule } from "#lib/core/module";
import { getUpstreamVariables } from "./variables.ts";

export const upstreamModule = defineModule({
  name: "upstream",
  variables: [getUpstreamVariables],
});
