"use server";

import { revalidatePath } from "next/cache";
import type { Ctx } from "#lib/core/context";
import type { NoteRetailsInput } from "#lib/purchase/retail";
import { noteRetails } from "#lib/purchase/retail";
import { verbAction } from "#lib/web/action";

export const notePrices = verbAction(
  async (ctx: Ctx, input: NoteRetailsInput) => {
    const noted = await noteRetails(ctx, input);
    revalidatePath("/profit");
    return noted === 1 ? "Noted for one purchase." : `Noted for ${noted} purchases.`;
  },
  { who: "reseller" },
);
