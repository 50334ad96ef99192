import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { attempts, purchases } from "#db/schema/purchase";
import { discrepancies, upstreamAdjustments } from "#db/schema/reconcile";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { notFound, type PortalError } from "#lib/core/error";
import type { Minor } from "#lib/core/money";
import { Reason } from "#lib/core/reason";
import { boundsOf, refundUntil } from "../build-evidence.ts";
import { rewindChain } from "../marks.ts";
import { settings } from "../settings.ts";
import { oneOrMore } from "./fields.ts";

export const AcknowledgeInput = z.object({
  id: oneOrMore(z.coerce.number<string | number>().int(), "Choose at least one."),
  reason: Reason,
});
export type AcknowledgeInput = z.input<typeof AcknowledgeInput>;

/**
 * Closes discrepancies that an admin has looked at, with a reason. A move of the balance is recorded as an
 * adjustment, so that the chain holds again. Where an open purchase may have been charged at the same time, the
 * amount of the adjustment is unknown, and the chain is cut there instead. Admins only. @returns how many.
 * @throws not_found; conflict, saying who, when one of them is no longer open: then none is closed.
 */
export async function acknowledge(ctx: Ctx, input: AcknowledgeInput): Promise<number> {
  requireAdmin(ctx, "money");
  const { id: ids, reason } = AcknowledgeInput.parse(input);
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`select from discrepancies where id in ${ids} order by id for update`);
    const closed = await ctx.db
      .update(discrepancies)
      .set({ closedAt: sql`now()`, closedBy: actorName(ctx.actor), reason })
      .where(and(inArray(discrepancies.id, ids), isNull(discrepancies.closedAt)))
      .returning();
    const late = ids.find((id) => !closed.some((one) => one.id === id));
    if (late !== undefined) throw await alreadyClosed(ctx, late);
    for (const { id, kind, detail, amount, earliest, latest } of closed) {
      if (amount !== null && earliest !== null && latest !== null) {
        if (await mayHideCharge(ctx, { earliest, latest })) await cut(ctx, id, earliest);
        else await recordAdjustment(ctx, { amount, earliest, latest, reason });
      }
      await record(ctx, {
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

/** Whether a purchase that is still open may be part of a move of the balance. */
async function mayHideCharge(ctx: Ctx, { earliest, latest }: { earliest: Date; latest: Date }) {
  const bounds = boundsOf(await settings(ctx));
  const open = await ctx.db
    .select({ claimedAt: attempts.claimedAt, answeredAt: attempts.answeredAt })
    .from(purchases)
    .innerJoin(attempts, eq(attempts.purchaseId, purchases.id))
    .where(
      and(
        eq(purchases.state, "unconfirmed"),
        eq(attempts.meaning, "unconfirmed"),
        lte(attempts.claimedAt, latest),
      ),
    );
  return open.some(({ claimedAt, answeredAt }) => {
    const sent = { claimedAt: claimedAt.getTime(), answeredAt: answeredAt?.getTime() ?? null };
    return refundUntil(sent, bounds) >= earliest.getTime();
  });
}

/** Nobody knows what moved the balance here: the chain begins anew after it. */
async function cut(ctx: Ctx, id: number, earliest: Date): Promise<void> {
  await rewindChain(ctx, earliest);
  await ctx.db.update(discrepancies).set({ cut: true }).where(eq(discrepancies.id, id));
}

/** The refusal of a discrepancy that is no longer open: it says who closed it, when and why. */
export async function alreadyClosed(ctx: Ctx, id: number): Promise<PortalError> {
  const there = await ctx.db.$count(discrepancies, eq(discrepancies.id, id));
  return there > 0 ? changedMeanwhile(ctx, { subject: "discrepancy", subjectId: id }) : notFound("finding");
}

interface Adjustment {
  amount: Minor;
  earliest: Date;
  latest: Date;
  reason: string;
}

/** Records a move of the upstream's balance that no purchase made; the chain is walked again from there. */
export async function recordAdjustment(ctx: Ctx, adjustment: Adjustment): Promise<void> {
  // This locks the one row of settings, so that adjustments are numbered in the order in which they become visible.
  await rewindChain(ctx, adjustment.earliest);
  await ctx.db.insert(upstreamAdjustments).values({ ...adjustment, actor: actorName(ctx.actor) });
}
