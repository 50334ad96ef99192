import { asc, eq } from "drizzle-orm";
import { planChanges } from "#db/schema/catalogue";
import type { Ctx } from "#lib/core/context";

/** The ids of the plans that changed, came or vanished with a version of the catalogue. */
export async function changedPlans(ctx: Ctx, version: number): Promise<number[]> {
  const rows = await ctx.db
    .selectDistinct({ id: planChanges.planId })
    .from(planChanges)
    .where(eq(planChanges.version, version))
    .orderBy(asc(planChanges.planId));
  return rows.map(({ id }) => id);
}
