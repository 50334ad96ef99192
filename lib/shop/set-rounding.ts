import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { shops } from "#db/schema/shop";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { Rounding } from "./fields.ts";
import { ownShop } from "./own-shop.ts";

export const SetRoundingInput = z.object({ rounding: Rounding });
export type SetRoundingInput = z.input<typeof SetRoundingInput>;

/** Sets what the acting reseller's prices by rule are rounded up to. */
export async function setRounding(ctx: Ctx, input: SetRoundingInput): Promise<void> {
  const { id } = requireReseller(ctx);
  const { rounding } = SetRoundingInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const shop = await ownShop(tx);
    await tx.db.update(shops).set({ rounding, updatedAt: sql`now()` }).where(eq(shops.id, shop.id));
    await record(tx, {
      action: "shop.rounding",
      subject: "shop",
      subjectId: shop.slug,
      resellerId: id,
      before: { rounding: shop.rounding },
      after: { rounding },
    });
  });
}
