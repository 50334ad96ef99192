import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { inTransaction } from "#db/client";
import { purchases } from "#db/schema/purchase";
import { approvalRequests } from "#db/schema/reconcile";
import { getApprovalPermission } from "#lib/audit/approval-request";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/text/reason";
import { ApproveRequestInput, createRequestEndedError } from "./approve-request.ts";

export const RejectRequestInput = ApproveRequestInput.extend({ reason: Reason });
export type RejectRequestInput = z.input<typeof RejectRequestInput>;

/**
 * Rejects an approval request, or withdraws the actor's own. No money moves. Admins in person only.
 * @throws not_found; conflict with the actor and decision when it was decided meanwhile.
 */
export async function rejectRequest(ctx: Ctx, input: RejectRequestInput): Promise<void> {
  const admin = requireAdmin(ctx);
  if (admin.kind !== "admin") throw new PortalError("forbidden", "Only an admin can reject this.");
  const { id, reason } = RejectRequestInput.parse(input);
  return inTransaction(ctx, async (ctx) => {
    const [ended] = await ctx.db
      .update(approvalRequests)
      .set({ endedAt: sql`now()`, endedBy: admin.id, confirmed: false })
      .where(and(eq(approvalRequests.id, id), isNull(approvalRequests.endedAt)))
      .returning();
    if (!ended) throw await createRequestEndedError(ctx, id);
    if (ended.requestedBy !== admin.id) requireAdmin(ctx, getApprovalPermission(ended.kind));
    if (ended.kind === "settle") return recordRejectedSettlement(ctx, ended, reason);
    await recordAudit(ctx, {
      action: "approval_request.rejected",
      subject: "approval_request",
      subjectId: id,
      resellerId: ended.resellerId ?? undefined,
      reason,
      before: { approvalRequest: ended.kind, amount: ended.amount },
      after: { approvalRequest: null },
    });
  });
}

/** A rejected settlement is recorded in the purchase's own history. */
async function recordRejectedSettlement(
  ctx: Ctx,
  { purchaseId, outcome }: typeof approvalRequests.$inferSelect,
  reason: string,
): Promise<void> {
  const [purchase] = await ctx.db
    .select({ ident: purchases.ident, resellerId: purchases.resellerId })
    .from(purchases)
    .where(eq(purchases.id, purchaseId ?? 0));
  await recordAudit(ctx, {
    action: "purchase.approval_rejected",
    subject: "purchase",
    subjectId: purchase?.ident ?? "",
    resellerId: purchase?.resellerId,
    reason,
    before: { approvalRequest: outcome },
    after: { approvalRequest: null },
  });
}
