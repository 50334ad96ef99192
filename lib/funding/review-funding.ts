import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { fundingRequests } from "#db/schema/funding";
import { endApprovalRequests, type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, formatActor, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { Reason } from "#lib/core/text/reason";
import { type AdjustmentResult, adjustWallet } from "#lib/ledger/adjust-wallet";
import { selectLockedWallets } from "#lib/ledger/lock-wallet";

export const ApproveFundingInput = z.object({ id: Id, reason: Reason });
export type ApproveFundingInput = z.infer<typeof ApproveFundingInput>;

/**
 * Credits a bank transfer request to the reseller's wallet, once. Above the set amount it
 * needs approval. Admins only.
 * @returns the wallet afterwards
 * @throws not_found; conflict when another admin reviewed it meanwhile
 */
export async function approveFunding(
  ctx: Ctx,
  input: ApproveFundingInput,
): Promise<Pick<AdjustmentResult, "balance"> | PendingApproval> {
  requireAdmin(ctx, "money");
  const { id, reason } = ApproveFundingInput.parse(input);
  const [request] = await ctx.db
    .select({ resellerId: fundingRequests.resellerId, amount: fundingRequests.amount })
    .from(fundingRequests)
    .where(eq(fundingRequests.id, id));
  if (!request) throw notFoundError("bank transfer");
  return runOrRequestApproval(ctx, { kind: "funding", ...request, reason, about: id }, (ctx) =>
    applyFundingApproval(ctx, { id, reason }),
  );
}

/** Credits an approved request; the caller has checked the rights. Throws what `approveFunding` does. */
export function applyFundingApproval(
  ctx: Ctx,
  { id, reason }: ApproveFundingInput,
): Promise<Pick<AdjustmentResult, "balance">> {
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(selectLockedWallets(sql`select reseller_id from funding_requests where id = ${id}`));
    await endApprovalRequests(tx, "funding", id);
    const { resellerId, amount } = await lockPendingFunding(tx, id);
    const { balance, journalId } = await adjustWallet(tx, "credit", { resellerId, amount, reason });
    await tx.db
      .update(fundingRequests)
      .set({ state: "approved", journalId, decidedAt: sql`now()`, decidedBy: formatActor(tx.actor) })
      .where(and(eq(fundingRequests.id, id), eq(fundingRequests.state, "pending")));
    await recordAudit(tx, {
      action: "funding.approved",
      subject: "funding",
      subjectId: id,
      resellerId,
      reason,
      before: { state: "pending" },
      after: { state: "approved", amount, journal: journalId },
    });
    return { balance };
  });
}

export const RejectFundingInput = z.object({
  id: Id,
  /** The reseller reads it. */
  reason: Reason,
});
export type RejectFundingInput = z.infer<typeof RejectFundingInput>;

/** Rejects a funding request. Admins only. @throws not_found; conflict when decided meanwhile */
export async function rejectFunding(ctx: Ctx, input: RejectFundingInput): Promise<void> {
  requireAdmin(ctx, "money");
  const { id, reason } = RejectFundingInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    await endApprovalRequests(tx, "funding", id);
    const { resellerId, amount } = await lockPendingFunding(tx, id);
    await tx.db
      .update(fundingRequests)
      .set({ state: "rejected", reason, decidedAt: sql`now()`, decidedBy: formatActor(tx.actor) })
      .where(and(eq(fundingRequests.id, id), eq(fundingRequests.state, "pending")));
    await recordAudit(tx, {
      action: "funding.rejected",
      subject: "funding",
      subjectId: id,
      resellerId,
      reason,
      before: { state: "pending" },
      after: { state: "rejected", amount },
    });
  });
}

/**
 * Locks a funding request that is not decided yet, in the caller's transaction.
 * @throws not_found; conflict that says who decided it, and how.
 */
async function lockPendingFunding(ctx: Ctx, id: number): Promise<typeof fundingRequests.$inferSelect> {
  const [request] = await ctx.db
    .select()
    .from(fundingRequests)
    .where(eq(fundingRequests.id, id))
    .for("update");
  if (!request) throw notFoundError("bank transfer");
  if (request.state !== "pending") throw await explainConflict(ctx, { subject: "funding", subjectId: id });
  return request;
}
