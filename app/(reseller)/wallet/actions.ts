"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { buildHref } from "#app/ui/list/build-href.ts";
import type { Ctx } from "#lib/core/context";
import { type CheckForTransfersInput, checkForTransfers } from "#lib/payment/account/receive-transfers";
import {
  type RequestDedicatedAccountInput,
  requestDedicatedAccount,
} from "#lib/payment/account/request-dedicated-account";
import { type RecheckPaymentInput, recheckOwnPayment } from "#lib/payment/recheck-payment";
import { type StartFundingInput, startFunding } from "#lib/payment/start-funding";
import { defineServiceAction } from "#lib/web/action";
import { toSafePath } from "#lib/web/next-path";

export const startPaymentAction = defineServiceAction(
  async (ctx: Ctx, input: StartFundingInput): Promise<string> => {
    const { next: wanted, ...rest } = input;
    const next = toSafePath(wanted);
    const returnQuery = next === "/" ? {} : { next };
    const { reference } = await startFunding(ctx, { ...rest, ...returnQuery });
    redirect(buildHref(`/wallet/payments/${reference}`, returnQuery));
  },
  { who: "reseller" },
);

const RESULT_TEXTS: Record<Awaited<ReturnType<typeof recheckOwnPayment>>, string> = {
  paid: "Payment received. Your wallet is credited.",
  pending: "Payment not confirmed yet. It shows here automatically when it is.",
  unknown: "Payment not confirmed yet. It shows here automatically when it is.",
  failed: "The payment failed. No money reached us.",
  reversed: "The payment was reversed.",
  unanswered: "We can’t tell yet. We’ll keep checking automatically.",
};

export const recheckOwnPaymentAction = defineServiceAction(
  async (ctx, input: RecheckPaymentInput) => {
    const result = await recheckOwnPayment(ctx, input);
    revalidatePath("/wallet", "layout");
    return RESULT_TEXTS[result];
  },
  { who: "reseller" },
);

export const requestDedicatedAccountAction = defineServiceAction(
  async (ctx, input: RequestDedicatedAccountInput) => {
    const state = await requestDedicatedAccount(ctx, input);
    revalidatePath("/wallet", "layout");
    return state === "open"
      ? "Your dedicated account is ready."
      : "We’ve asked for your account. Its number shows here when it’s ready.";
  },
  { who: "reseller" },
);

export const findMissingTransfersAction = defineServiceAction(
  async (ctx, input: CheckForTransfersInput) => {
    const count = await checkForTransfers(ctx, input);
    revalidatePath("/wallet", "layout");
    if (count === "unanswered") return "We can’t tell yet. We’ll keep checking automatically.";
    if (count === 0)
      return "No new transfer yet. Check with your bank that it was sent. We’ll keep checking automatically.";
    return `We found ${count === 1 ? "1 transfer" : `${count} transfers`}. See below.`;
  },
  { who: "reseller" },
);
