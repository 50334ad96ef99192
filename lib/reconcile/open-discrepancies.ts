import { isNull } from "drizzle-orm";
import { discrepancies } from "#db/schema/reconcile";
import type { Ctx } from "#lib/core/context";

/** How many things that do not fit nobody has looked at yet. */
export function openDiscrepancies(ctx: Ctx): Promise<number> {
  return ctx.db.$count(discrepancies, isNull(discrepancies.closedAt));
}
