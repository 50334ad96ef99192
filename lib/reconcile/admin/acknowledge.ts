import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { attempts, purchases } from "#db/schema/purchase";
import { discrepancies, upstreamMoves } from "#db/schema/reconcile";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { notFound, type PortalError } from "#lib/core/error";
import type { Minor } from "#lib/core/money";
import { Reason } from "#lib/core/reason";
import { boundsOf, refundUntil } from "../build-evidence.ts";
import { lookAgain } from "../marks.ts";
import { settings } from "../settings.ts";
import { oneOrMore } from "./fields.ts";

export const AcknowledgeInput = z.object({
  id: oneOrMore(z.coerce.number<string | number>().int(), "Choose at least one."),
  reason: Reason,
});
export type AcknowledgeInput = z.infer<typeof AcknowledgeInput>;

/**
 * Says that discrepancies were looked at, and why they are as they are. A move of the balance becomes a known
 * one by that, so that the chain holds again; where an open purchase may have been charged in the same moment,
 * nobody knows how much of it was what, and the chain is cut there instead. Admins only. @returns how many.
 * @throws not_found; conflict, saying who, when one of them is no longer open: none is acknowledged then.
 */
export function acknowledge(ctx: Ctx, { id: ids, reason }: AcknowledgeInput): Promise<number> {
  requireAdmin(ctx);
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
        else await keepMove(ctx, { amount, earliest, latest, reason });
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

/** From here nobody knows what moved the balance: the chain begins anew behind it. */
async function cut(ctx: Ctx, id: number, earliest: Date): Promise<void> {
  await lookAgain(ctx, earliest);
  await ctx.db.update(discrepancies).set({ cut: true }).where(eq(discrepancies.id, id));
}

/** The refusal of whoever comes late to a discrepancy: who dealt with it, when and why. */
export async function alreadyClosed(ctx: Ctx, id: number): Promise<PortalError> {
  const there = await ctx.db.$count(discrepancies, eq(discrepancies.id, id));
  return there > 0 ? changedMeanwhile(ctx, { subject: "discrepancy", subjectId: id }) : notFound("finding");
}

interface Move {
  amount: Minor;
  earliest: Date;
  latest: Date;
  reason: string;
}

/** Keeps a move of the upstream's balance that no purchase made; the chain looks at that time again. */
export async function keepMove(ctx: Ctx, move: Move): Promise<void> {
  // Its row is everybody's turn: the moves' numbers are in the order in which they come to be seen.
  await lookAgain(ctx, move.earliest);
  await ctx.db.insert(upstreamMoves).values({ ...move, actor: actorName(ctx.actor) });
}
