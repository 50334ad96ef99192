import { z } from "zod";
import { inTransaction } from "#db/client";
import { storePlans } from "#db/schema/store";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { Amount } from "./fields.ts";
import { ownStore } from "./own-store.ts";

/** A price of its own as typed; empty lets the rules say. */
const OwnPrice = z
  .union([z.bigint(), z.string().trim()])
  .nullable()
  .transform((value) => (value === "" || value === null ? undefined : value))
  .pipe(Amount.optional())
  .transform((price): Minor | null => price || null);

export const SavePlanInput = z.object({
  planId: z.coerce.number<string | number>().int().positive(),
  price: OwnPrice.default(null),
  hidden: z.boolean().default(false),
});
export type SavePlanInput = z.input<typeof SavePlanInput>;

/** Gives one plan of the acting reseller's shop a price of its own, hides it, or lets the rules say again. */
export async function savePlan(ctx: Ctx, input: SavePlanInput): Promise<void> {
  const { id } = requireReseller(ctx);
  const plan = SavePlanInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const store = await ownStore(tx);
    await tx.db
      .insert(storePlans)
      .values({ ...plan, storeId: store.id })
      .onConflictDoUpdate({
        target: [storePlans.storeId, storePlans.planId],
        set: { price: plan.price, hidden: plan.hidden },
      });
    await record(tx, {
      action: "store.plan_saved",
      subject: "store",
      subjectId: store.slug,
      resellerId: id,
      after: { ...plan },
    });
  });
}
