import type { Minor } from "#lib/core/money";

/** A set that is found makes a state, which costs as much as this many steps. */
const EACH = 50;

/**
 * Every set of `amounts` that sums to `target`, as lists of indices. Largest first, cut as soon as what is
 * left can no longer reach the target. Each step is taken from `budget`.
 * @returns undefined when no step is left.
 */
export function fill(
  amounts: readonly Minor[],
  target: Minor,
  budget: { steps: number },
): number[][] | undefined {
  if (amounts.length === 0) return target === 0n ? [[]] : [];
  const order = amounts.map((_, index) => index).sort((a, b) => Number(size(amounts, b) - size(amounts, a)));
  const low: Minor[] = [0n];
  const high: Minor[] = [0n];
  for (const index of order.toReversed()) {
    const amount = amounts[index] ?? 0n;
    low.unshift((low[0] ?? 0n) + (amount < 0n ? amount : 0n));
    high.unshift((high[0] ?? 0n) + (amount > 0n ? amount : 0n));
  }
  const found: number[][] = [];
  const visit = (at: number, rest: Minor, taken: number[]): boolean => {
    if (--budget.steps < 0) return false;
    if (rest < (low[at] ?? 0n) || rest > (high[at] ?? 0n)) return true;
    const index = order[at];
    if (index === undefined) {
      found.push(taken);
      budget.steps -= EACH;
      return true;
    }
    return visit(at + 1, rest - (amounts[index] ?? 0n), [...taken, index]) && visit(at + 1, rest, taken);
  };
  return visit(0, target, []) ? found : undefined;
}

function size(amounts: readonly Minor[], index: number): Minor {
  const amount = amounts[index] ?? 0n;
  return amount < 0n ? -amount : amount;
}
