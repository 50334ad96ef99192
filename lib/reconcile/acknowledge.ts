import { and, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { discrepancies } from "#db/schema/reconcile";
import { record } from "#lib/audit/record";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { oneOrMore } from "./fields.ts";
import { keepMove } from "./keep-move.ts";

export const AcknowledgeInput = z.object({
  id: oneOrMore(z.coerce.number<string | number>().int(), "Choose at least one."),
  reason: Reason,
});
export type AcknowledgeInput = z.infer<typeof AcknowledgeInput>;

/**
 * Says that discrepancies were looked at, and why they are as they are. A move of the balance becomes a known
 * one by that, so that the chain holds again; where an open purchase may have been charged in the same moment,
 * nobody knows how much of it was what, and the chain is cut there instead. Admins only. @returns how many.
 * @throws conflict when none of them is open any more.
 */
export function acknowledge(ctx: Ctx, { id: ids, reason }: AcknowledgeInput): Promise<number> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (ctx) => {
    const closed = await ctx.db
      .update(discrepancies)
      .set({ closedAt: sql`now()`, closedBy: actorName(ctx.actor), reason })
      .where(and(inArray(discrepancies.id, ids), isNull(discrepancies.closedAt)))
      .returning();
    if (closed.length === 0) throw new PortalError("conflict", "Somebody else has already dealt with it.");
    for (const { id, kind, detail, amount, earliest, latest } of closed) {
      if (amount !== null && earliest !== null && latest !== null && !(await cut(ctx, id)))
        await keepMove(ctx, { amount, earliest, latest, reason });
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

/** Cuts the chain at a move of the balance if a purchase that is still open may be part of it. */
async function cut(ctx: Ctx, id: number): Promise<boolean> {
  const rows = await ctx.db.execute(sql`
    update discrepancies d set cut = true from reconciling r
    where d.id = ${id} and exists (
      select from purchases p join attempts a on a.purchase_id = p.id
      where p.state = 'unconfirmed' and a.meaning = 'unconfirmed' and a.claimed_at <= d.latest
        and a.claimed_at + make_interval(secs => case when a.http_status is null then r.refund_seconds
          else r.pending_seconds end) >= d.earliest
    ) returning d.id`);
  return rows.length > 0;
}
