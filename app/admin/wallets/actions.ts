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
