"use server";

import { revalidatePath } from "next/cache";
import { type CheckForTransfersInput, checkForTransfers } from "#lib/payment/account/receive-transfers";
import {
  type RequestDedicatedAccountInput,
  requestDedicatedAccount,
} from "#lib/payment/account/request-dedicated-account";
import { defineServiceAction } from "#lib/web/action";

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
