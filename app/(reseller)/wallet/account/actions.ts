"use server";

import { revalidatePath } from "next/cache";
import { type OpenOwnAccountInput, openOwnAccount } from "#lib/payment/open-account";
import { type LookForTransfersInput, lookForTransfers } from "#lib/payment/receive-transfers";
import { verbAction } from "#lib/web/action";

export const askForAccount = verbAction(
  async (ctx, input: OpenOwnAccountInput) => {
    const state = await openOwnAccount(ctx, input);
    revalidatePath("/wallet", "layout");
    return state === "open" ? "This is your account number." : "It is on its way. It shows here by itself.";
  },
  { who: "reseller" },
);

export const lookForMissing = verbAction(
  async (ctx, input: LookForTransfersInput) => {
    const found = await lookForTransfers(ctx, input);
    revalidatePath("/wallet", "layout");
    if (found === "unanswered") return "No clear answer just now. We go on asking by ourselves.";
    if (found === 0)
      return "No new transfer is known there yet. Look at your bank whether it left; we go on asking by ourselves.";
    return `${found === 1 ? "One transfer was" : `${found} transfers were`} found. See below.`;
  },
  { who: "reseller" },
);
