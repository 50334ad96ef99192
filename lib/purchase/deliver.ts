import { setTimeout as pause } from "node:timers/promises";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { localDigits } from "#lib/core/phone";
import { sendPurchase } from "#lib/upstream/purchase";
import type { Claim } from "./claim.ts";
import { recordAnswer } from "./record-answer.ts";
import { isBadData, storable } from "./storable.ts";

/**
 * Sends a claimed purchase, once, and writes down what came back. The answer is kept whole until it is recorded, however
 * long the database is away, busy or at odds with us, and loses only what the database calls bad data; the log has it
 * from the first refusal on, should this process end before. Nothing is ever sent again.
 * @param timeToBegin how many ms are left until its slot is over, counted from just before the claim.
 * @returns whether the upstream was heard of: it began to answer, whatever it said.
 */
export async function deliver(ctx: Ctx, claim: Claim, timeToBegin: () => number): Promise<boolean> {
  const { ident, planId, networkId, phone, cost } = claim;
  const answer = await sendPurchase({ ident, planId, networkId, phone, cost, timeToBegin });
  const { meaning, raw } = answer;
  let badData = false;
  for (let wait = 50; ; wait = Math.min(wait * 2, 1_000)) {
    try {
      await recordAnswer(ctx, claim, badData ? await storable(ctx, claim, answer) : answer);
      return answer.httpStatus !== undefined;
    } catch (error) {
      const first = wait === 50 && raw !== undefined && { raw: withoutNumber(raw, phone) };
      log.error("purchase.answer_not_recorded", { ident, meaning, error, ...first });
      badData ||= isBadData(error);
      await pause(wait);
    }
  }
}

/** The answer as the log may have it: nobody's number. */
function withoutNumber(raw: string, phone: string): string {
  return raw.replaceAll(localDigits(phone).replace(/^0/, ""), "[number]");
}
