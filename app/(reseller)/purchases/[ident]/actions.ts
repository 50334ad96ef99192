"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { cancel as cancelPurchase } from "#lib/purchase/settle/cancel";
import { action } from "#lib/web/action";

export const cancel = action(
  z.object({ ident: z.string().regex(/^DT[0-9A-Z]+$/) }),
  async (ctx, { ident }) => {
    await cancelPurchase(ctx, { ident });
    revalidatePath(`/purchases/${ident}`);
    return "Cancelled.";
  },
  { who: "reseller" },
);
