import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { inTransaction } from "#db/client";
import { purchases } from "#db/schema/purchase";
import { decisions } from "#db/schema/reconcile";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { alreadyEnded } from "./already-ended.ts";
import { ConfirmDecisionInput } from "./confirm-decision.ts";

export const WithdrawDecisionInput = ConfirmDecisionInput.extend({ reason: Reason });
export type WithdrawDecisionInput = z.infer<typeof WithdrawDecisionInput>;

/**
 * Turns a proposal down, or takes one's own back: the purchase stays unconfirmed. Admins in person only.
 * @throws not_found; conflict that says who decided it meanwhile, and how.
 */
export function withdrawDecision(ctx: Ctx, { id, reason }: WithdrawDecisionInput): Promise<void> {
  const admin = requireAdmin(ctx);
  if (admin.kind !== "admin") throw new PortalError("forbidden", "Only a person can do this.");
  return inTransaction(ctx, async (ctx) => {
    const [ended] = await ctx.db
      .update(decisions)
      .set({ endedAt: sql`now()`, endedBy: admin.id, confirmed: false })
      .where(and(eq(decisions.id, id), isNull(decisions.endedAt)))
      .returning({ purchaseId: decisions.purchaseId, outcome: decisions.outcome });
    if (!ended) throw await alreadyEnded(ctx, id);
    const [purchase] = await ctx.db
      .select({ ident: purchases.ident, resellerId: purchases.resellerId })
      .from(purchases)
      .where(eq(purchases.id, ended.purchaseId));
    await record(ctx, {
      action: "purchase.proposal_withdrawn",
      subject: "purchase",
      subjectId: purchase?.ident ?? ended.purchaseId,
      resellerId: purchase?.resellerId,
      reason,
      before: { proposal: ended.outcome },
      after: { proposal: null },
    });
  });
}
