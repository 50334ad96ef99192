import type { UnknownReason } from "#lib/reconcile/chain/evidence";
import { evaluateChain } from "./evaluate-chain.ts";
import { type Scenario, simulateHistory } from "./simulate-history.ts";

export interface HistoryScore {
  histories: number;
  unconfirmed: number;
  decided: number;
  wrong: number;
  seeds: number[];
  /** The reasons why the rest was left to an admin. */
  left: Partial<Record<UnknownReason, number>>;
}

/**
 * Plays histories through as the portal would live them: the chain is asked several times while it happens,
 * decides whenever nothing is unexplained, and what it decided stays decided.
 */
export function playHistories(world: Scenario, seeds: Iterable<number>): HistoryScore {
  const score: HistoryScore = { histories: 0, unconfirmed: 0, decided: 0, wrong: 0, seeds: [], left: {} };
  for (const seed of seeds) {
    const past = simulateHistory(seed, world);
    const decided = new Map<number, string>();
    for (const share of [0.25, 0.4, 0.55, 0.7, 0.85, 1]) {
      const { verdicts, ruptures } = evaluateChain(past.evidence(past.end * share));
      if (ruptures.length > 0) continue;
      for (const { send, says } of verdicts) {
        if (says !== "unknown" && !decided.has(send)) decided.set(send, says);
      }
    }
    const wrong = [...decided].filter(([id, says]) => past.truth(id) !== says).length;
    const { verdicts, ruptures } = evaluateChain(past.evidence(past.end));
    score.histories += 1;
    score.unconfirmed += verdicts.length;
    score.decided += decided.size;
    score.wrong += wrong;
    if (wrong > 0) score.seeds.push(seed);
    for (const { send, says, reason } of verdicts) {
      if (decided.has(send)) continue;
      const counted = says === "unknown" && ruptures.length === 0 ? reason : "broken";
      score.left[counted] = (score.left[counted] ?? 0) + 1;
    }
  }
  return score;
}
