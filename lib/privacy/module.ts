import { defineModule } from "#lib/core/module";

export const privacyModule = defineModule({
  name: "privacy",
  actions: {
    erasePersonalData: {
      permission: "personal",
      audit: "personal.person_erased",
      input: "ErasePersonalDataInput",
      load: () => import("./erase-personal-data.ts"),
    },
    unlockExports: {
      permission: "personal",
      audit: null,
      reason: false,
      load: () => import("./export-personal-data.ts"),
    },
  },
  audit: {
    "personal.exported": "exported personal data",
    "personal.person_erased": "erased personal data",
  },
});
