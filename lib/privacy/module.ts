import { declareActions } from "#lib/core/action";
import { defineModule } from "#lib/core/module";
import { privacySettings } from "./privacy-settings.ts";

export const privacyModule = defineModule({
  name: "privacy",
  settings: [privacySettings],
  actions: {
    ...declareActions(() => import("./erase-personal-data.ts"), {
      erasePersonalData: { redirects: null, permission: "personal", audit: "personal.person_erased" },
    }),
    ...declareActions(() => import("./export-personal-data.ts"), {
      exportPersonalData: {
        redirects: "data",
        permission: "personal",
        audit: "personal.exported",
        reason: false,
        input: null,
      },
      unlockExports: { redirects: null, permission: "personal", audit: null, reason: false, input: null },
    }),
  },
  audit: {
    "personal.exported": "exported personal data",
    "personal.person_erased": "erased personal data",
  },
});
