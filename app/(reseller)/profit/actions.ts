"use server";

import { revalidatePath } from "next/cache";
import type { Ctx } from "#lib/core/context";
import type { SetRetailPricesInput } from "#lib/purchase/retail-price";
import { setRetailPrices } from "#lib/purchase/retail-price";
import { defineServiceAction } from "#lib/web/action";

export const saveRetailPricesAction = defineServiceAction(
  async (ctx: Ctx, input: SetRetailPricesInput) => {
    const count = await setRetailPrices(ctx, input);
    revalidatePath("/profit");
    return count === 1 ? "Price saved for 1 purchase." : `Price saved for ${count} purchases.`;
  },
  { who: "reseller" },
);
