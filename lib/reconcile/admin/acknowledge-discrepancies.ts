import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { attempts, purchases } from "#db/schema/purchase";
import { discrepancies, upstreamAdjustments } from "#db/schema/reconcile";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { readSettings } from "#lib/audit/settings/read-settings";
import { type Ctx, formatActor, requireAdmin } from "#lib/core/context";
import { notFoundError, type PortalError } from "#lib/core/error";
import type { Minor } from "#lib/core/money/money";
import { Reason } from "#lib/core/text/reason";
import { getEvidenceBounds, getRefundDeadline } from "#lib/reconcile/build-evidence";
import { rewindChain } from "#lib/reconcile/chain-checkpoints";
import { reconcileSettings } from "#lib/reconcile/reconcile-settings";
import { findSupplier, getMainSupplier } from "#lib/supplier/supplier";
import { oneOrMore } from "./form-fields.ts";

export const AcknowledgeDiscrepanciesInput = z.object({
  id: oneOrMore(z.coerce.number<string | number>().int(), "Select at least one."),
  reason: Reason,
});
export type AcknowledgeDiscrepanciesInput = z.input<typeof AcknowledgeDiscrepanciesInput>;

/**
 * Closes discrepancies that an admin has looked at, with a reason. A move of the balance is recorded as an
 * adjustment, so that the chain holds again. Where an open purchase may have been charged at the same time,
 * the amount of the adjustment is unknown, and the chain is cut there instead. Admins only.
 * @returns how many.
 * @throws not_found; conflict, saying who, when one of them is no longer open: then none is closed; invalid at
 * `confirmPassword`
 */
export async function acknowledgeDiscrepancies(
  ctx: Ctx,
  input: AcknowledgeDiscrepanciesInput,
): Promise<number> {
  requireAdmin(ctx, "money");
  const { id: ids, reason } = AcknowledgeDiscrepanciesInput.parse(input);
  await requireConfirmation(ctx);
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`select from discrepancies where id in ${ids} order by id for update`);
    const closed = await ctx.db
      .update(discrepancies)
      .set({ closedAt: sql`now()`, closedBy: formatActor(ctx.actor), reason })
      .where(and(inArray(discrepancies.id, ids), isNull(discrepancies.closedAt)))
      .returning();
    const late = ids.find((id) => !closed.some((row) => row.id === id));
    if (late !== undefined) throw await createAlreadyClosedError(ctx, late);
    for (const { id, supplierId, kind, detail, amount, earliest, latest } of closed) {
      if (amount !== null && earliest !== null && latest !== null) {
        if (await mayHideCharge(ctx, supplierId, { earliest, latest })) await cutChain(ctx, id, earliest);
        else await recordUpstreamAdjustment(ctx, { supplierId, amount, earliest, latest, reason });
      }
      await recordAudit(ctx, {
        action: "discrepancy.acknowledged",
        subject: "discrepancy",
        subjectId: id,
        reason,
        before: { open: true, kind, detail },
        after: { open: false, kind, detail },
      });
    }
    return closed.length;
  });
}

/** Whether a purchase that is still open may be part of a move of a supplier's balance. */
async function mayHideCharge(
  ctx: Ctx,
  supplierId: number,
  { earliest, latest }: { earliest: Date; latest: Date },
) {
  const supplier = (await findSupplier(ctx, supplierId)) ?? getMainSupplier();
  const bounds = getEvidenceBounds(await readSettings(ctx, reconcileSettings), supplier);
  const open = await ctx.db
    .select({ claimedAt: attempts.claimedAt, answeredAt: attempts.answeredAt })
    .from(purchases)
    .innerJoin(attempts, eq(attempts.purchaseId, purchases.id))
    .where(
      and(
        eq(attempts.supplierId, supplierId),
        eq(purchases.state, "unconfirmed"),
        eq(attempts.result, "unconfirmed"),
        lte(attempts.claimedAt, latest),
      ),
    );
  return open.some(({ claimedAt, answeredAt }) => {
    const sent = { claimedAt: claimedAt.getTime(), answeredAt: answeredAt?.getTime() ?? null };
    return getRefundDeadline(sent, bounds) >= earliest.getTime();
  });
}

/** The balance moved for an unknown reason here, so the chain starts again after it. */
async function cutChain(ctx: Ctx, id: number, earliest: Date): Promise<void> {
  await rewindChain(ctx, earliest);
  await ctx.db.update(discrepancies).set({ cut: true }).where(eq(discrepancies.id, id));
}

/** The rejection of a discrepancy that is no longer open: it says who closed it, when and why. */
export async function createAlreadyClosedError(ctx: Ctx, id: number): Promise<PortalError> {
  const there = await ctx.db.$count(discrepancies, eq(discrepancies.id, id));
  return there > 0
    ? explainConflict(ctx, { subject: "discrepancy", subjectId: id })
    : notFoundError("discrepancy");
}

interface UpstreamAdjustment {
  supplierId: number;
  amount: Minor;
  earliest: Date;
  latest: Date;
  reason: string;
}

/** Records a move of the upstream's balance that no purchase made; the chain is walked again from there. */
export async function recordUpstreamAdjustment(ctx: Ctx, adjustment: UpstreamAdjustment): Promise<void> {
  // This locks the one row of settings, so that adjustments are numbered in the order in
  // which they become visible.
  await rewindChain(ctx, adjustment.earliest);
  await ctx.db.insert(upstreamAdjustments).values({ ...adjustment, actor: formatActor(ctx.actor) });
}
