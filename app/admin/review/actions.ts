"use server";

import { answerMove } from "#app/admin/approval";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import type { Ctx } from "#lib/core/context";
import { startDispatching, stopDispatching } from "#lib/dispatch/dispatch-control";
import { releaseAutomaticPurchases } from "#lib/dispatch/release-automatic-purchases";
import { modules } from "#lib/modules";
import { endRefund, retryRefund } from "#lib/payment/refund/end-refund";
import { acceptSettlementDiscrepancy } from "#lib/payment/settlement/accept-discrepancy";
import { requestSettlementComparison } from "#lib/payment/settlement/settlement-comparisons";
import { assignSuspense, recordManualRefund, refundSuspense } from "#lib/payment/suspense/resolve-suspense";
import { acknowledgeDiscrepancies } from "#lib/reconcile/admin/acknowledge-discrepancies";
import { type ApproveRequestInput, approveRequest } from "#lib/reconcile/admin/approve-request";
import {
  RecordUpstreamDepositInput,
  recordUpstreamDeposit,
} from "#lib/reconcile/admin/record-upstream-deposit";
import { rejectRequest } from "#lib/reconcile/admin/reject-request";
import { type ResolveUnconfirmedResult, resolveUnconfirmed } from "#lib/reconcile/admin/resolve-unconfirmed";

export const resolveUnconfirmedAction = createAdminAction(resolveUnconfirmed, formatResolvedCount);

export const approveResolutionAction = createAdminAction(
  (ctx: Ctx, input: ApproveRequestInput) => approveRequest(ctx, input, modules),
  "Resolved.",
);

export const rejectResolutionAction = createAdminAction(rejectRequest, "Rejected.");

export const acknowledgeDiscrepancyAction = createAdminAction(acknowledgeDiscrepancies, (count) =>
  count === 1 ? "Acknowledged." : `${count} acknowledged.`,
);

/** A form always carries the state that it was rendered from. */
export const recordUpstreamDepositAction = createAdminAction(recordUpstreamDeposit, answerMove("Recorded."), {
  form: RecordUpstreamDepositInput.required({ lastAdjustmentId: true }),
});

export const stopDispatchingAction = createAdminAction(stopDispatching, "Sending stopped.");

export const releaseHeldAction = createAdminAction(releaseAutomaticPurchases, "Released.");

export const startDispatchingAction = createAdminAction(startDispatching, "Sending started.");

export const assignSuspenseAction = createAdminAction(assignSuspense, answerMove("Wallet credited."));

export const recordManualRefundAction = createAdminAction(
  recordManualRefund,
  answerMove("Refund recorded. The payment left suspense."),
);

export const acceptSettlementDiscrepancyAction = createAdminAction(
  acceptSettlementDiscrepancy,
  answerMove("Discrepancy accepted."),
);

export const checkSettlementsAction = createAdminAction(
  requestSettlementComparison,
  "Comparison started. The result appears in a moment.",
);

export const refundSuspenseAction = createAdminAction(
  refundSuspense,
  answerMove("Refund requested. Its progress appears here."),
);

export const retryRefundAction = createAdminAction(retryRefund, "Refund requested again.");

export const endRefundAction = createAdminAction(
  endRefund,
  answerMove("Refund cancelled. The money is in suspense."),
);

/** The result of a bulk resolution: "2 resolved, 1 pending approval." */
function formatResolvedCount({ settled, proposed, skipped, firstChange }: ResolveUnconfirmedResult): string {
  const parts = [
    settled > 0 && `${settled} resolved`,
    proposed > 0 && `${proposed} pending approval`,
    skipped > 0 && `${skipped} already resolved`,
  ].filter(Boolean);
  return [`${parts.join(", ")}.`, firstChange].filter(Boolean).join(" ");
}
