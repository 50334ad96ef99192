"use server";

import { ConfirmPasswordInput } from "#lib/account/password/confirm";
import { ErasePersonInput, erasePerson } from "#lib/person/erase";
import { unlockExports } from "#lib/person/export";
import { deskAction } from "../../desk-action.ts";

export const unlockExport = deskAction(
  unlockExports,
  "You can download for ten minutes.",
  "/admin/resellers/personal",
  { form: ConfirmPasswordInput },
);

export const erase = deskAction(
  erasePerson,
  (erased) => {
    const sum = Object.values(erased).reduce((all, one) => all + one, 0);
    return `Erased in ${sum} ${sum === 1 ? "place" : "places"}.`;
  },
  "/admin/resellers/personal",
  { form: ErasePersonInput, confirms: true },
);
