import { setTimeout as pause } from "node:timers/promises";
import type { Ctx } from "#lib/core/context";
import { gaveWay, isDatabaseDown } from "#lib/core/error";
import { log } from "#lib/core/log";
import type { PurchaseAnswer } from "#lib/upstream/answer";
import { sendPurchase } from "#lib/upstream/purchase";
import type { Claim } from "./claim.ts";
import { recordAnswer } from "./record-answer.ts";

/**
 * Sends a claimed purchase, once, and writes down what came back. The answer is kept until it is recorded, however
 * long the database is away or busy; nothing is ever sent again.
 * @param timeToBegin how many ms are left until its slot is over, counted from just before the claim.
 */
export async function deliver(ctx: Ctx, claim: Claim, timeToBegin: () => number): Promise<void> {
  const { ident, planId, networkId, phone, cost } = claim;
  const answer = await sendPurchase({ ident, planId, networkId, phone, cost, timeToBegin });
  let refused = 0;
  for (let wait = 50; ; wait = Math.min(wait * 2, 1_000)) {
    try {
      return await recordAnswer(ctx, claim, refused < 5 ? answer : unreadable(answer));
    } catch (error) {
      log.error("purchase.answer_not_recorded", { ident, meaning: answer.meaning, error });
      if (!isDatabaseDown(error) && !gaveWay(error)) refused += 1;
      await pause(wait);
    }
  }
}

/** An answer that the database refuses to store word for word still leaves its mark, for a person to judge. */
function unreadable(answer: PurchaseAnswer): PurchaseAnswer {
  return { meaning: "unconfirmed", note: `an answer (${answer.meaning}) that could not be stored` };
}
