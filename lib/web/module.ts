import { defineModule } from "#lib/core/module";

export const webModule = defineModule({
  name: "web",
  audit: {
    "list.exported": "exported a list",
    "permission.refused": "was denied access",
  },
});
