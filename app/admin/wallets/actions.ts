"use server";

import { formatMoney } from "#lib/core/money";
import {
  ApproveFundingInput,
  approveFunding,
  RefuseFundingInput,
  refuseFunding,
} from "#lib/funding/decide-funding";
import { SetTermsInput, setTerms } from "#lib/funding/terms";
import { type Adjusted, AdjustmentInput, clawBack, credit, debit } from "#lib/ledger/adjust";
import { ReverseEntryInput, reverseEntry } from "#lib/ledger/reverse-entry";
import type { Waiting } from "#lib/ledger/second-admin";
import { ConfirmDecisionInput, confirmDecision } from "#lib/reconcile/admin/confirm-decision";
import { WithdrawDecisionInput, withdrawDecision } from "#lib/reconcile/admin/withdraw-decision";
import { deskAction } from "../desk-action.ts";
import { doneOrWaits } from "../second-admin.tsx";

const HERE = "/admin/wallets";
const done = (moved: Pick<Adjusted, "balance"> | Waiting) =>
  doneOrWaits(moved, ({ balance }) => `Done. The wallet has ${formatMoney(balance)} now.`);
/** A form always says which state of the wallet it was made from. */
const seen = { seen: true } as const;

export const creditWallet = deskAction(
  AdjustmentInput.required(seen),
  async (ctx, input) => done(await credit(ctx, input)),
  HERE,
);

export const debitWallet = deskAction(
  AdjustmentInput.required(seen),
  async (ctx, input) => done(await debit(ctx, input)),
  HERE,
);

export const clawBackFrom = deskAction(
  AdjustmentInput.required(seen),
  async (ctx, input) => done(await clawBack(ctx, input)),
  HERE,
);

export const reverse = deskAction(
  ReverseEntryInput,
  async (ctx, input) => done(await reverseEntry(ctx, input)),
  HERE,
);

export const approve = deskAction(
  ApproveFundingInput,
  async (ctx, input) => done(await approveFunding(ctx, input)),
  HERE,
);

export const refuse = deskAction(
  RefuseFundingInput,
  async (ctx, input) => {
    await refuseFunding(ctx, input);
    return "Refused. No money moved.";
  },
  HERE,
);

export const saveTerms = deskAction(
  SetTermsInput,
  async (ctx, input) => {
    await setTerms(ctx, input);
    return "Resellers read this from now on.";
  },
  HERE,
  { confirms: true },
);

/** What waits may be about a purchase or the rules as well. */
const ANYWHERE = "/admin";

export const confirmProposal = deskAction(
  ConfirmDecisionInput,
  async (ctx, input) => {
    await confirmDecision(ctx, input);
    return "Confirmed. It is done.";
  },
  ANYWHERE,
);

export const withdrawProposal = deskAction(
  WithdrawDecisionInput,
  async (ctx, input) => {
    await withdrawDecision(ctx, input);
    return "Turned down. No money moved.";
  },
  ANYWHERE,
);
