"use server";

import { z } from "zod";
import { formatMoveResult } from "#app/admin/approval-notes";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import type { PendingApproval } from "#lib/audit/approval-request";
import { formatMoney } from "#lib/core/money/money";
import { approveFunding, rejectFunding } from "#lib/funding/review-funding";
import {
  AdjustmentInput,
  type AdjustmentResult,
  postClawBack,
  postCredit,
  postDebit,
} from "#lib/ledger/adjust-wallet";
import { reverseEntry } from "#lib/ledger/reverse-entry";
import { setDedicatedAccountState } from "#lib/payment/account/dedicated-account-list";
import { endRefund, retryRefund } from "#lib/payment/refund/refunds";
import { acceptSettlementDiscrepancy } from "#lib/payment/settlement/accept-discrepancy";
import { requestSettlementComparison } from "#lib/payment/settlement/settlement-comparisons";
import { assignSuspense, recordManualRefund, refundSuspense } from "#lib/payment/suspense/resolve-suspense";

const PATH = "/admin/wallets";
const formatWalletResult = (moved: Pick<AdjustmentResult, "balance"> | PendingApproval) =>
  formatMoveResult(moved, ({ balance }) => `Done. New balance: ${formatMoney(balance)}.`);
/** A form always carries the state of the wallet that it was rendered from. */
const AdjustmentForm = AdjustmentInput.required({ seen: true });

export const creditWalletAction = createAdminAction(postCredit, formatWalletResult, PATH, {
  form: AdjustmentForm,
});

export const debitWalletAction = createAdminAction(postDebit, formatWalletResult, PATH, {
  form: AdjustmentForm,
});

export const clawBackAction = createAdminAction(postClawBack, formatWalletResult, PATH, {
  form: AdjustmentForm,
});

export const reverseEntryAction = createAdminAction(reverseEntry, formatWalletResult, PATH);

export const approveFundingAction = createAdminAction(approveFunding, formatWalletResult, PATH);

export const rejectFundingAction = createAdminAction(rejectFunding, "Rejected. No money moved.", PATH);

export const setAccountStateAction = createAdminAction(setDedicatedAccountState, "Account updated.", PATH);

export const assignSuspenseAction = createAdminAction(
  assignSuspense,
  (done) => formatMoveResult(done, () => "Wallet credited."),
  PATH,
);

export const recordManualRefundAction = createAdminAction(
  recordManualRefund,
  (done) => formatMoveResult(done, () => "Refund recorded. The payment left suspense."),
  PATH,
);

export const acceptSettlementDiscrepancyAction = createAdminAction(
  acceptSettlementDiscrepancy,
  (done) => formatMoveResult(done, () => "Discrepancy accepted."),
  PATH,
);

export const checkSettlementsAction = createAdminAction(
  (ctx) => requestSettlementComparison(ctx),
  "Comparison started. The result appears in a moment.",
  PATH,
  { form: z.object({}) },
);

export const refundSuspenseAction = createAdminAction(
  refundSuspense,
  (done) => formatMoveResult(done, () => "Refund requested. Its progress appears here."),
  PATH,
);

export const retryRefundAction = createAdminAction(retryRefund, "Refund requested again.", PATH);

export const endRefundAction = createAdminAction(
  endRefund,
  (done) => formatMoveResult(done, () => "Returned to suspense."),
  PATH,
);
