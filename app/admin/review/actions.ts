"use server";

import { formatMoveResult } from "#app/admin/approval-notes";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { startDispatching, stopDispatching } from "#lib/purchase/send/dispatch-control";
import { releaseAutomaticPurchases } from "#lib/purchase/send/release-automatic-purchases";
import { acknowledgeDiscrepancies as close } from "#lib/reconcile/admin/acknowledge-discrepancies";
import { ApproveRequestInput, approveRequest } from "#lib/reconcile/admin/approve-request";
import {
  RecordUpstreamDepositInput,
  recordUpstreamDeposit,
} from "#lib/reconcile/admin/record-upstream-deposit";
import { rejectRequest } from "#lib/reconcile/admin/reject-request";
import {
  type ResolveUnconfirmedResult,
  resolveUnconfirmed as settle,
} from "#lib/reconcile/admin/resolve-unconfirmed";

const PATH = "/admin";

export const resolveUnconfirmedAction = createAdminAction(settle, formatResolvedCount, PATH);

export const approveResolutionAction = createAdminAction(approveRequest, "Resolved.", PATH);

export const rejectResolutionAction = createAdminAction(rejectRequest, "Rejected.", PATH);

export const approveRequestAction = createAdminAction(approveRequest, "Approved. The change is made.", PATH, {
  form: ApproveRequestInput,
  confirms: true,
});

export const rejectRequestAction = createAdminAction(rejectRequest, "Rejected. Nothing changed.", PATH);

export const acknowledgeDiscrepancyAction = createAdminAction(
  close,
  (count) => (count === 1 ? "Acknowledged." : `${count} acknowledged.`),
  PATH,
);

/** A form always carries the state that it was rendered from. */
export const recordUpstreamDepositAction = createAdminAction(
  recordUpstreamDeposit,
  (done) => formatMoveResult(done, () => "Recorded."),
  PATH,
  {
    form: RecordUpstreamDepositInput.required({ seen: true }),
  },
);

export const stopDispatchingAction = createAdminAction(stopDispatching, "Sending stopped.", PATH);

export const releaseHeldAction = createAdminAction(releaseAutomaticPurchases, "Released.", PATH);

export const startDispatchingAction = createAdminAction(startDispatching, "Sending started.", PATH);

/** The result of a bulk resolution: "2 resolved, 1 pending approval." */
function formatResolvedCount({ settled, proposed, skipped, told }: ResolveUnconfirmedResult): string {
  const parts = [
    settled > 0 && `${settled} resolved`,
    proposed > 0 && `${proposed} pending approval`,
    skipped > 0 && `${skipped} already resolved`,
  ].filter(Boolean);
  return [`${parts.join(", ")}.`, told].filter(Boolean).join(" ");
}
