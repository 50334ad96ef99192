import { defineModule } from "#lib/core/module";

export const requestModule = defineModule({
  name: "request",
  audit: {
    "list.exported": "exported a list",
    "permission.denied": "was denied access",
  },
});
