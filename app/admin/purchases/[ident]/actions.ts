"use server";

import { NoteInput, note } from "#lib/purchase/note";
import { ReverseInput, reverse } from "#lib/purchase/settle/reverse";
import { deskAction } from "../../desk-action.ts";
import { doneOrWaits } from "../../second-admin.tsx";

const HERE = "/admin/purchases";

export const addNote = deskAction(
  NoteInput,
  async (ctx, input) => {
    await note(ctx, input);
    return "Noted.";
  },
  HERE,
);

export const reversePurchase = deskAction(
  ReverseInput,
  async (ctx, input) => {
    return doneOrWaits(await reverse(ctx, input), () => "Reversed. The money is back in the wallet.");
  },
  HERE,
);
