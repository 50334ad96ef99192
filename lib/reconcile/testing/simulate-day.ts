import type { Evidence } from "#lib/reconcile/chain/evidence";
import { seededGenerator } from "#sandbox/random";
import {
  addLinks,
  type BalanceMove,
  GRACE_MS,
  getEvidenceAt,
  getTruth,
  type SimulatedPurchase,
} from "./simulate-history.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TIMEOUT_MS = 190_000;
/** The default bounds, from the claim of a purchase whose response was waited for in vain. */
const BOUNDS = { late: TIMEOUT_MS + 10 * MINUTE, refund: TIMEOUT_MS + 6 * HOUR };
/** Usual costs of plans, in minor units: round sums, of which many add up to another. */
export const ORDINARY_COSTS = [100, 150, 200, 300, 350, 500, 600, 700, 1000, 1500, 2000, 3000].map((cost) =>
  BigInt(cost * 100),
);

export interface SimulatedDay {
  end: number;
  bought: readonly SimulatedPurchase[];
  truth(id: number): "charged" | "not_charged";
  evidence(now: number): Evidence;
}

/**
 * Simulates a long time of steady sending with some responses lost. Of those 60 % were charged at once, 25 % never, 5
 * % late, and 10 % were returned within the refund bound.
 */
export function simulateDay(
  seed: number,
  { perMinute = 30, hours = 24, lost = 0.01, prices = ORDINARY_COSTS },
): SimulatedDay {
  const random = seededGenerator(seed);
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const bought: SimulatedPurchase[] = [];
  const moves: BalanceMove[] = [];
  const end = hours * HOUR;
  for (let at = 10 * MINUTE; at < end; at += Math.ceil(62_070 / perMinute)) {
    const claimed = at + between(0, 100);
    const arrives = claimed + between(5, 400) + (random() < 0.04 ? between(0, 50_000) : 0);
    const cost = prices[between(0, prices.length - 1)] ?? 0n;
    const answered = arrives + between(1, 1500);
    const purchase: SimulatedPurchase = {
      id: bought.length,
      cost,
      claimed,
      answered,
      executed: arrives,
      refunded: undefined,
      seen: "answer",
    };
    if (bought.length > 0 && random() < lost) {
      const fate = random();
      purchase.seen = "nothing";
      purchase.answered = random() < 0.7 ? claimed + TIMEOUT_MS : answered;
      if (fate < 0.25) purchase.executed = undefined;
      else if (fate < 0.3) purchase.executed = between(claimed, claimed + BOUNDS.late - 1);
      else if (fate < 0.4) purchase.refunded = between(arrives, claimed + BOUNDS.refund - 1);
    } else if (random() < 0.05) purchase.executed = undefined;
    bought.push(purchase);
    if (purchase.executed !== undefined) moves.push({ at: purchase.executed, amount: -cost, of: purchase });
    else if (purchase.seen === "answer")
      moves.push({ at: between(claimed, answered), amount: 0n, of: purchase });
    if (purchase.refunded !== undefined) moves.push({ at: purchase.refunded, amount: cost });
  }
  addLinks(moves, 10_000_000_000n);
  return {
    end: end + GRACE_MS + MINUTE,
    bought,
    truth: (id) => getTruth(bought[id]),
    evidence: (now) => getEvidenceAt(bought, [], now, BOUNDS),
  };
}
