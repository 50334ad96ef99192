"use server";

import { note } from "#lib/purchase/note";
import { reverse } from "#lib/purchase/settle/reverse";
import { deskAction } from "../../desk-action.ts";
import { doneOrWaits } from "../../second-admin.tsx";

const HERE = "/admin/purchases";

export const addNote = deskAction(note, "Noted.", HERE);

export const reversePurchase = deskAction(
  reverse,
  (done) => doneOrWaits(done, () => "Reversed. The money is back in the wallet."),
  HERE,
);
