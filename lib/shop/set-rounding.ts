import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { stores } from "#db/schema/store";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { Rounding } from "./fields.ts";
import { ownStore } from "./own-store.ts";

export const SetRoundingInput = z.object({ rounding: Rounding });
export type SetRoundingInput = z.input<typeof SetRoundingInput>;

/** Sets what the acting reseller's prices by rule are rounded up to. */
export async function setRounding(ctx: Ctx, input: SetRoundingInput): Promise<void> {
  const { id } = requireReseller(ctx);
  const { rounding } = SetRoundingInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const store = await ownStore(tx);
    await tx.db.update(stores).set({ rounding, updatedAt: sql`now()` }).where(eq(stores.id, store.id));
    await record(tx, {
      action: "store.rounding",
      subject: "store",
      subjectId: store.slug,
      resellerId: id,
      before: { rounding: store.rounding },
      after: { rounding },
    });
  });
}
