import type { Evidence } from "../chain/evidence.ts";
import { addLinks, type Bought, evidenceAt, GRACE, generator, type Move, truthOf } from "./history.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How long an answer is waited for. */
const TIMEOUT = 190_000;
/** The default bounds, from the claim of a purchase whose answer was waited for in vain. */
const BOUNDS = { late: TIMEOUT + 10 * MINUTE, refund: TIMEOUT + 6 * HOUR };
/** Usual costs of plans, in minor units: round sums, of which many add up to another. */
export const ORDINARY = [100, 150, 200, 300, 350, 500, 600, 700, 1000, 1500, 2000, 3000].map((cost) =>
  BigInt(cost * 100),
);

export interface Day {
  end: number;
  bought: readonly Bought[];
  truth(id: number): "charged" | "not_charged";
  evidence(now: number): Evidence;
}

/**
 * A long time of steady sending, with some answers lost. Of those 60 % were charged at once, 25 % never, 5 % late,
 * and 10 % got their money back within the refund bound.
 */
export function day(seed: number, { perMinute = 30, hours = 24, lost = 0.01, prices = ORDINARY }): Day {
  const random = generator(seed);
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const bought: Bought[] = [];
  const moves: Move[] = [];
  const end = hours * HOUR;
  for (let at = 10 * MINUTE; at < end; at += Math.ceil(62_070 / perMinute)) {
    const claimed = at + between(0, 100);
    const arrives = claimed + between(5, 400) + (random() < 0.04 ? between(0, 50_000) : 0);
    const cost = prices[between(0, prices.length - 1)] ?? 0n;
    const answered = arrives + between(1, 1500);
    const one: Bought = {
      ...{ id: bought.length, cost, claimed, answered, executed: arrives, refunded: undefined },
      seen: "answer",
    };
    if (bought.length > 0 && random() < lost) {
      const fate = random();
      one.seen = "nothing";
      one.answered = random() < 0.7 ? claimed + TIMEOUT : answered;
      if (fate < 0.25) one.executed = undefined;
      else if (fate < 0.3) one.executed = between(claimed, claimed + BOUNDS.late - 1);
      else if (fate < 0.4) one.refunded = between(arrives, claimed + BOUNDS.refund - 1);
    } else if (random() < 0.05) one.executed = undefined;
    bought.push(one);
    if (one.executed !== undefined) moves.push({ at: one.executed, amount: -cost, of: one });
    else if (one.seen === "answer") moves.push({ at: between(claimed, answered), amount: 0n, of: one });
    if (one.refunded !== undefined) moves.push({ at: one.refunded, amount: cost });
  }
  addLinks(moves, 10_000_000_000n);
  return {
    end: end + GRACE + MINUTE,
    bought,
    truth: (id) => truthOf(bought[id]),
    evidence: (now) => evidenceAt(bought, [], now, BOUNDS),
  };
}
