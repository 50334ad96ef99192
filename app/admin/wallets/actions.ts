"use server";

import { answerMove } from "#app/admin/approval";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
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
import { endRefund, retryRefund } from "#lib/payment/refund/end-refund";
import { acceptSettlementDiscrepancy } from "#lib/payment/settlement/accept-discrepancy";
import { requestSettlementComparison } from "#lib/payment/settlement/settlement-comparisons";
import { assignSuspense, recordManualRefund, refundSuspense } from "#lib/payment/suspense/resolve-suspense";

const answerWalletMove = (moved: string) =>
  answerMove<Pick<AdjustmentResult, "balance">>(
    ({ balance }) => `${moved}. New balance: ${formatMoney(balance)}.`,
  );

/** A form always carries the state of the wallet that it was rendered from, and its ref. */
const AdjustmentForm = AdjustmentInput.required({ lastAdjustmentId: true, ref: true });

export const creditWalletAction = createAdminAction(postCredit, answerWalletMove("Credited"), {
  form: AdjustmentForm,
});

export const debitWalletAction = createAdminAction(postDebit, answerWalletMove("Debited"), {
  form: AdjustmentForm,
});

export const clawBackAction = createAdminAction(postClawBack, answerWalletMove("Clawed back"), {
  form: AdjustmentForm,
});

export const reverseEntryAction = createAdminAction(reverseEntry, answerWalletMove("Reversed"));

export const approveFundingAction = createAdminAction(approveFunding, answerWalletMove("Credited"));

export const rejectFundingAction = createAdminAction(rejectFunding, "Rejected. No money moved.");

export const setAccountStateAction = createAdminAction(setDedicatedAccountState, "Account updated.");

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
