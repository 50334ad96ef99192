"use server";

import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { ConfirmPasswordInput } from "#lib/account/password/confirm-password";
import { modules } from "#lib/modules";
import { ErasePersonalDataInput, erasePersonalData } from "#lib/privacy/erase-personal-data";
import { unlockExports } from "#lib/privacy/export-personal-data";

export const unlockPersonalExportAction = createAdminAction(
  unlockExports,
  "Unlocked. You can download for ten minutes.",
  "/admin/resellers/personal",
  { form: ConfirmPasswordInput },
);

export const erasePersonalDataAction = createAdminAction(
  (ctx, input: ErasePersonalDataInput) => erasePersonalData(ctx, input, modules),
  (erased) => {
    const sum = Object.values(erased).reduce((total, count) => total + count, 0);
    return `Erased in ${sum} ${sum === 1 ? "place" : "places"}.`;
  },
  "/admin/resellers/personal",
  { form: ErasePersonalDataInput, confirms: true },
);
