import { eq } from "drizzle-orm";
import { z } from "zod";
import { catalogue } from "#db/schema/catalogue";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import type { PriceBasis } from "#lib/catalogue/catalogue-settings";
import { changeCatalogue } from "#lib/catalogue/change-catalogue";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/text/reason";

export const PRICE_BASIS_SUBJECT = { subject: "routing", subjectId: "prices" } as const;

const PRICE_BASES = ["main", "dearest"] as const satisfies readonly PriceBasis[];

/** Returns which cost the prices follow. Admins only. */
export async function getPriceBasis(ctx: Ctx): Promise<PriceBasis> {
  requireAdmin(ctx);
  const [row] = await ctx.db.select({ pricesFollow: catalogue.pricesFollow }).from(catalogue);
  return row?.pricesFollow ?? "main";
}

export const SetPriceBasisInput = z.object({
  to: z.enum(PRICE_BASES, "Select one."),
  expected: z.enum(PRICE_BASES),
  reason: Reason,
});
export type SetPriceBasisInput = z.input<typeof SetPriceBasisInput>;

/** Sets which cost the prices follow. Admins only. @throws conflict when it changed meanwhile */
export async function setPriceBasis(ctx: Ctx, input: SetPriceBasisInput): Promise<void> {
  requireAdmin(ctx, "prices");
  const { to, expected, reason } = SetPriceBasisInput.parse(input);
  await changeCatalogue(ctx, async (tx) => {
    const changed = await tx.db
      .update(catalogue)
      .set({ pricesFollow: to })
      .where(eq(catalogue.pricesFollow, expected))
      .returning({ id: catalogue.id });
    if (changed.length === 0) throw await explainConflict(tx, PRICE_BASIS_SUBJECT);
    await recordAudit(tx, {
      ...PRICE_BASIS_SUBJECT,
      action: "supplier.price_basis",
      reason,
      before: { "prices follow": expected },
      after: { "prices follow": to },
    });
  });
}
