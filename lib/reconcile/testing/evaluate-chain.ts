import { advanceChain } from "#lib/reconcile/chain/chain";
import type { Evidence, Findings } from "#lib/reconcile/chain/evidence";
import { DEFAULT_LIMITS } from "#lib/reconcile/chain/walk";

/** Walks a whole chain at once. */
export function evaluateChain(evidence: Evidence, limits = DEFAULT_LIMITS): Findings {
  const walking = advanceChain(evidence, undefined, limits);
  for (;;) {
    const { done, value } = walking.next();
    if (done) return value.findings;
  }
}
