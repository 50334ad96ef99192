import { setTimeout as pause } from "node:timers/promises";
import type { Ctx } from "#lib/core/context";
import { isDatabaseDown } from "#lib/core/error";
import { log } from "#lib/core/log";
import type { PurchaseAnswer } from "#lib/upstream/answer";
import { sendPurchase } from "#lib/upstream/purchase";
import type { Claim } from "./claim.ts";
import { recordAnswer } from "./record-answer.ts";

/** A slot that is this old may no longer be used: sends would bunch up behind a process that was held up. */
const SLOT_LASTS_MS = 1_000;

/**
 * Sends a claimed purchase, once, and writes down what came back. A database that is away is waited for: the
 * answer is kept, and recorded when it returns; nothing is ever sent again.
 * @param claimedAt the monotonic clock, in ms, from just before the claim.
 */
export async function deliver(ctx: Ctx, claim: Claim, claimedAt: number): Promise<void> {
  const answer = await send(claim, claimedAt);
  let failures = 0;
  for (let wait = 50; ; wait = Math.min(wait * 2, 1_000)) {
    try {
      return await recordAnswer(ctx, claim, failures < 5 ? answer : unreadable(answer));
    } catch (error) {
      log.error("purchase.answer_not_recorded", { ident: claim.ident, meaning: answer.meaning, error });
      if (!isDatabaseDown(error) && ++failures > 10) return;
      await pause(wait);
    }
  }
}

async function send(claim: Claim, claimedAt: number): Promise<PurchaseAnswer> {
  if (performance.now() - claimedAt > SLOT_LASTS_MS)
    return { meaning: "unsent", note: "the sending slot had passed" };
  const { ident, planId, networkId, phone, cost } = claim;
  return sendPurchase({ ident, planId, networkId, phone, cost });
}

/** An answer that the database refuses to store word for word still leaves its mark, for a person to judge. */
function unreadable(answer: PurchaseAnswer): PurchaseAnswer {
  return { meaning: "unconfirmed", note: `an answer (${answer.meaning}) that could not be stored` };
}
