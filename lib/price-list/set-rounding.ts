import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { priceLists } from "#db/schema/price-list";
import type { Ctx } from "#lib/core/context";
import { AudienceField, changePriceList } from "./change-price-list.ts";
import { ROUNDINGS, toRounding } from "./rounding.ts";

export const SetRoundingInput = z.object({
  /** In whole units of the currency. */
  rounding: z.coerce.number<string | number>().pipe(z.literal(ROUNDINGS)).transform(toRounding),
  audience: AudienceField,
});
export type SetRoundingInput = z.input<typeof SetRoundingInput>;

/** Sets the rounding of the acting reseller's prices by a markup. */
export async function setRounding(ctx: Ctx, input: SetRoundingInput): Promise<void> {
  const { rounding, audience } = SetRoundingInput.parse(input);
  await changePriceList(ctx, audience, async (tx, key, before) => {
    await tx.db
      .update(priceLists)
      .set({ rounding })
      .where(and(eq(priceLists.resellerId, key.resellerId), eq(priceLists.audience, key.audience)));
    return { action: "price_list.rounding_set", before: { rounding: before }, after: { rounding } };
  });
}
