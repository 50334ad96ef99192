"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import type { Ctx } from "#lib/core/context";
import { type LookAgainInput, lookAgain } from "#lib/payment/look-again";
import { type StartFundingInput, startFunding } from "#lib/payment/start-funding";
import { verbAction } from "#lib/web/action";
import { safePath } from "#lib/web/next-path";
import { address } from "../../../ui/address.ts";

export const startPayment = verbAction(
  async (ctx: Ctx, input: StartFundingInput): Promise<string> => {
    const { next: wanted, ...rest } = input;
    const next = safePath(wanted);
    const kept = next === "/" ? {} : { next };
    const { reference } = await startFunding(ctx, { ...rest, ...kept });
    redirect(address(`/wallet/payments/${reference}`, kept));
  },
  { who: "reseller" },
);

const SAID: Record<Awaited<ReturnType<typeof lookAgain>>, string> = {
  paid: "It was paid.",
  pending: "Not seen yet. It shows here by itself as soon as it is confirmed.",
  unknown: "Not seen yet. It shows here by itself as soon as it is confirmed.",
  failed: "The payment failed. No money reached us.",
  reversed: "The payment was taken back.",
  unanswered: "No clear answer just now. We go on asking by ourselves.",
};

export const lookForPayment = verbAction(
  async (ctx, input: LookAgainInput) => {
    const said = await lookAgain(ctx, input);
    revalidatePath("/wallet", "layout");
    return SAID[said];
  },
  { who: "reseller" },
);
