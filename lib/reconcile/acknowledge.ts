import { and, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { discrepancies, upstreamMoves } from "#db/schema/reconcile";
import { record } from "#lib/audit/record";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { oneOrMore, Reason } from "./fields.ts";

export const AcknowledgeInput = z.object({
  id: oneOrMore(z.coerce.number<string | number>().int(), "Choose at least one."),
  reason: Reason,
});
export type AcknowledgeInput = z.infer<typeof AcknowledgeInput>;

/**
 * Says that discrepancies were looked at, and why they are as they are. A move of the balance becomes a known
 * one by that, so that the chain holds again. Admins only. @returns how many.
 * @throws conflict when none of them is open any more.
 */
export function acknowledge(ctx: Ctx, { id: ids, reason }: AcknowledgeInput): Promise<number> {
  requireAdmin(ctx);
  const actor = actorName(ctx.actor);
  return inTransaction(ctx, async (ctx) => {
    const closed = await ctx.db
      .update(discrepancies)
      .set({ closedAt: sql`now()`, closedBy: actor, reason })
      .where(and(inArray(discrepancies.id, ids), isNull(discrepancies.closedAt)))
      .returning();
    if (closed.length === 0) throw new PortalError("conflict", "Somebody else has already dealt with it.");
    for (const { id, kind, detail, amount, earliest, latest } of closed) {
      if (amount !== null && earliest !== null && latest !== null)
        await ctx.db.insert(upstreamMoves).values({ amount, earliest, latest, reason, actor });
      await record(ctx, {
        action: "discrepancy.acknowledged",
        subject: "discrepancy",
        subjectId: id,
        reason,
        after: { kind, detail },
      });
    }
    return closed.length;
  });
}
