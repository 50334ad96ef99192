import { declareActions } from "#lib/core/action";
import { defineModule } from "#lib/core/module";
import { OPERATOR_DATA } from "#lib/core/personal-data";

export const privacyModule = defineModule({
  name: "privacy",
  tables: {
    privacy_notice: { retention: { current: "the operator’s text" }, personalData: OPERATOR_DATA },
  },
  actions: {
    ...declareActions(() => import("./privacy-notice.ts"), {
      setPrivacyNotice: { redirects: null, permission: "rules", audit: "privacy.notice" },
    }),
    ...declareActions(() => import("./erase-personal-data.ts"), {
      erasePersonalData: { redirects: null, permission: "personal", audit: "personal.person_erased" },
    }),
    ...declareActions(() => import("./export-personal-data.ts"), {
      exportPersonalData: {
        redirects: "data",
        password: true,
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
    "privacy.notice": "changed the privacy notice",
  },
});
