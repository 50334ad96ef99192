import { eq } from "drizzle-orm";
import { discrepancies } from "#db/schema/reconcile";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import type { Ctx } from "#lib/core/context";
import { notFound, type PortalError } from "#lib/core/error";

/** The refusal of whoever comes late to a discrepancy: who dealt with it, when and why. */
export async function alreadyClosed(ctx: Ctx, id: number): Promise<PortalError> {
  const there = await ctx.db.$count(discrepancies, eq(discrepancies.id, id));
  return there > 0 ? changedMeanwhile(ctx, { subject: "discrepancy", subjectId: id }) : notFound("finding");
}
