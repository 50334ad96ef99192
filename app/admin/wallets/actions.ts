"use server";

import { z } from "zod";
import type { Waiting } from "#lib/audit/second-admin";
import { formatMoney } from "#lib/core/money";
import { approveFunding, refuseFunding } from "#lib/funding/decide-funding";
import { SetTermsInput, setTerms } from "#lib/funding/terms";
import { type Adjusted, AdjustmentInput, clawBack, credit, debit } from "#lib/ledger/adjust";
import { reverseEntry } from "#lib/ledger/reverse-entry";
import { setAccountState } from "#lib/payment/account-list";
import { assignMoney, markRefunded, refundMoney } from "#lib/payment/decide-money";
import { askRefundAgain, endRefund } from "#lib/payment/refund";
import { SetPaymentRulesInput, setPaymentRules } from "#lib/payment/settings";
import { acknowledgeDifference } from "#lib/payment/settlement/acknowledge";
import { compareNow } from "#lib/payment/settlement/runs";
import { ConfirmDecisionInput, confirmDecision } from "#lib/reconcile/admin/confirm-decision";
import { withdrawDecision } from "#lib/reconcile/admin/withdraw-decision";
import { deskAction } from "../desk-action.ts";
import { changedOrWaits, doneOrWaits } from "../second-admin.tsx";

const HERE = "/admin/wallets";
const done = (moved: Pick<Adjusted, "balance"> | Waiting) =>
  doneOrWaits(moved, ({ balance }) => `Done. The wallet has ${formatMoney(balance)} now.`);
/** A form always says which state of the wallet it was made from. */
const form = AdjustmentInput.required({ seen: true });

export const creditWallet = deskAction(credit, done, HERE, { form });

export const debitWallet = deskAction(debit, done, HERE, { form });

export const clawBackFrom = deskAction(clawBack, done, HERE, { form });

export const reverse = deskAction(reverseEntry, done, HERE);

export const approve = deskAction(approveFunding, done, HERE);

export const refuse = deskAction(refuseFunding, "Refused. No money moved.", HERE);

export const saveTerms = deskAction(
  setTerms,
  (done) => changedOrWaits(done, "Resellers read this from now on."),
  HERE,
  { form: SetTermsInput, confirms: true },
);

export const savePaymentRules = deskAction(setPaymentRules, "This holds from now on.", HERE, {
  form: SetPaymentRulesInput,
});

export const setAccount = deskAction(setAccountState, "Done. This holds from now on.", HERE);

export const assign = deskAction(
  assignMoney,
  (done) => doneOrWaits(done, () => "Done. It is in the wallet."),
  HERE,
);

export const refunded = deskAction(
  markRefunded,
  (done) => doneOrWaits(done, () => "Noted. It is no longer in suspense."),
  HERE,
);

export const acknowledge = deskAction(
  acknowledgeDifference,
  (done) => doneOrWaits(done, () => "It may stay so."),
  HERE,
);

export const compare = deskAction(
  (ctx) => compareNow(ctx),
  "They are being compared. Look again in a moment.",
  HERE,
  { form: z.object({}) },
);

export const refundByProvider = deskAction(
  refundMoney,
  (done) => doneOrWaits(done, () => "The provider is asked to send it back. Follow it here."),
  HERE,
);

export const askRefund = deskAction(askRefundAgain, "The provider is asked again.", HERE);

export const stopRefund = deskAction(
  endRefund,
  (done) => doneOrWaits(done, () => "It is in suspense again."),
  HERE,
);

/** What waits may be about a purchase or the rules as well. */
const ANYWHERE = "/admin";

export const confirmProposal = deskAction(confirmDecision, "Confirmed. It is done.", ANYWHERE, {
  form: ConfirmDecisionInput,
  confirms: true,
});

export const withdrawProposal = deskAction(withdrawDecision, "Turned down. Nothing was done.", ANYWHERE);
