"use server";

import { redirect } from "next/navigation";
import { buildHref } from "#app/ui/list/build-href.ts";
import type { Ctx } from "#lib/core/context";
import { checkForTransfers } from "#lib/payment/account/receive-transfers";
import { requestDedicatedAccount } from "#lib/payment/account/request-dedicated-account";
import { recheckOwnPayment } from "#lib/payment/recheck-payment";
import { type StartFundingInput, startFunding } from "#lib/payment/start-funding";
import { defineServiceAction } from "#lib/request/action";
import { toSafePath } from "#lib/request/next-path";
import { createResellerAction } from "#lib/request/page-action";

export const startPaymentAction = defineServiceAction(
  async (ctx: Ctx, { next: wanted, ...input }: StartFundingInput): Promise<string> => {
    const next = toSafePath(wanted);
    const returnQuery = next === "/" ? {} : { next };
    const { reference } = await startFunding(ctx, { ...input, ...returnQuery });
    redirect(buildHref(`/wallet/payments/${reference}`, { ...returnQuery, go: "1" }));
  },
  { audience: "reseller" },
);

const NOT_CONFIRMED_TEXT = "Payment not confirmed yet. It shows here automatically when it is.";

const RESULT_TEXTS: Record<Awaited<ReturnType<typeof recheckOwnPayment>>, string> = {
  paid: "Payment received. Your wallet is credited.",
  pending: NOT_CONFIRMED_TEXT,
  unknown: NOT_CONFIRMED_TEXT,
  failed: "The payment failed. No money reached us.",
  reversed: "The payment was reversed.",
  unanswered: "The payment provider isn’t responding. We’ll keep checking automatically.",
};

export const recheckOwnPaymentAction = createResellerAction(
  recheckOwnPayment,
  (result) => RESULT_TEXTS[result],
);

export const requestDedicatedAccountAction = createResellerAction(requestDedicatedAccount, (state) =>
  state === "open"
    ? "Your dedicated account is ready."
    : "We’ve asked for your account. Its number shows here when it’s ready.",
);

export const findMissingTransfersAction = createResellerAction(checkForTransfers, (count) => {
  if (count === "unanswered")
    return "The payment provider isn’t responding. We’ll keep checking automatically.";
  if (count === 0)
    return "No new transfer yet. Check with your bank that it was sent. We’ll keep checking automatically.";
  return `We found ${count === 1 ? "1 transfer" : `${count} transfers`}. See below.`;
});
