"use server";

import { ErasePersonInput, erasePerson } from "#lib/person/erase";
import { deskAction } from "../../desk-action.ts";

export const erase = deskAction(
  erasePerson,
  (erased) => {
    const sum = Object.values(erased).reduce((all, one) => all + one, 0);
    return `Erased in ${sum} ${sum === 1 ? "place" : "places"}.`;
  },
  "/admin/resellers/personal",
  { form: ErasePersonInput, confirms: true },
);
