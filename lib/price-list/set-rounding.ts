import { eq } from "drizzle-orm";
import { z } from "zod";
import { priceLists } from "#db/schema/price-list";
import type { Ctx } from "#lib/core/context";
import { changePriceList } from "./change-price-list.ts";
import { ROUNDINGS, toRounding } from "./rounding.ts";

export const SetRoundingInput = z.object({
  /** In whole units of the currency. */
  rounding: z.coerce.number<string | number>().pipe(z.literal(ROUNDINGS)).transform(toRounding),
});
export type SetRoundingInput = z.input<typeof SetRoundingInput>;

/** Sets the rounding of the acting reseller's prices by a markup. */
export async function setRounding(ctx: Ctx, input: SetRoundingInput): Promise<void> {
  const { rounding } = SetRoundingInput.parse(input);
  await changePriceList(ctx, async (tx, resellerId, before) => {
    await tx.db.update(priceLists).set({ rounding }).where(eq(priceLists.resellerId, resellerId));
    return { action: "price_list.rounding_set", before: { rounding: before }, after: { rounding } };
  });
}
