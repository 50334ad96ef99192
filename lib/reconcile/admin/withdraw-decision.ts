import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { inTransaction } from "#db/client";
import { purchases } from "#db/schema/purchase";
import { decisions } from "#db/schema/reconcile";
import { record } from "#lib/audit/record";
import { neededFor } from "#lib/audit/second-admin";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { alreadyEnded, ConfirmDecisionInput } from "./confirm-decision.ts";

export const WithdrawDecisionInput = ConfirmDecisionInput.extend({ reason: Reason });
export type WithdrawDecisionInput = z.input<typeof WithdrawDecisionInput>;

/**
 * Turns a proposal down, or takes one's own back: no money moves. Admins in person only.
 * @throws not_found; conflict that says who decided it meanwhile, and how.
 */
export async function withdrawDecision(ctx: Ctx, input: WithdrawDecisionInput): Promise<void> {
  const admin = requireAdmin(ctx);
  if (admin.kind !== "admin") throw new PortalError("forbidden", "Only a person can do this.");
  const { id, reason } = WithdrawDecisionInput.parse(input);
  return inTransaction(ctx, async (ctx) => {
    const [ended] = await ctx.db
      .update(decisions)
      .set({ endedAt: sql`now()`, endedBy: admin.id, confirmed: false })
      .where(and(eq(decisions.id, id), isNull(decisions.endedAt)))
      .returning();
    if (!ended) throw await alreadyEnded(ctx, id);
    if (ended.proposedBy !== admin.id) requireAdmin(ctx, neededFor(ended.kind));
    if (ended.kind === "settle") return recordWithdrawnSettlement(ctx, ended, reason);
    await record(ctx, {
      action: "proposal.withdrawn",
      subject: "proposal",
      subjectId: id,
      resellerId: ended.resellerId ?? undefined,
      reason,
      before: { proposal: ended.kind, amount: ended.amount },
      after: { proposal: null },
    });
  });
}

/** The record of a withdrawn settlement stands in the purchase's own history. */
async function recordWithdrawnSettlement(
  ctx: Ctx,
  { purchaseId, outcome }: typeof decisions.$inferSelect,
  reason: string,
): Promise<void> {
  const [purchase] = await ctx.db
    .select({ ident: purchases.ident, resellerId: purchases.resellerId })
    .from(purchases)
    .where(eq(purchases.id, purchaseId ?? 0));
  await record(ctx, {
    action: "purchase.proposal_withdrawn",
    subject: "purchase",
    subjectId: purchase?.ident ?? "",
    resellerId: purchase?.resellerId,
    reason,
    before: { proposal: outcome },
    after: { proposal: null },
  });
}
