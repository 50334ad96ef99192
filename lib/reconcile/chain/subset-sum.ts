import type { Minor } from "#lib/core/money/money";

/** The cost of a complete set, in steps: it becomes a state. */
const SUBSET_COST_STEPS = 50;

/**
 * Lists every set of `amounts` that sums to `target`, as lists of indices. Largest first, cut as soon as the
 * rest can no longer reach the target. Each step is taken from `budget`.
 * @returns undefined when no step is left
 */
export function listSubsets(
  amounts: readonly Minor[],
  target: Minor,
  budget: { steps: number },
): number[][] | undefined {
  if (amounts.length === 0) return target === 0n ? [[]] : [];
  const order = amounts
    .map((_, index) => index)
    .sort((a, b) => Number(getMagnitude(amounts, b) - getMagnitude(amounts, a)));
  const low: Minor[] = [0n];
  const high: Minor[] = [0n];
  for (const index of order.toReversed()) {
    const amount = amounts[index] ?? 0n;
    low.unshift((low[0] ?? 0n) + (amount < 0n ? amount : 0n));
    high.unshift((high[0] ?? 0n) + (amount > 0n ? amount : 0n));
  }
  const subsets: number[][] = [];
  const visit = (at: number, rest: Minor, chosen: number[]): boolean => {
    if (--budget.steps < 0) return false;
    if (rest < (low[at] ?? 0n) || rest > (high[at] ?? 0n)) return true;
    const index = order[at];
    if (index === undefined) {
      subsets.push(chosen);
      budget.steps -= SUBSET_COST_STEPS;
      return true;
    }
    return visit(at + 1, rest - (amounts[index] ?? 0n), [...chosen, index]) && visit(at + 1, rest, chosen);
  };
  return visit(0, target, []) ? subsets : undefined;
}

function getMagnitude(amounts: readonly Minor[], index: number): Minor {
  const amount = amounts[index] ?? 0n;
  return amount < 0n ? -amount : amount;
}

/** Above this many units, sums are not searched: everything counts as possible. */
const MAX_WIDTH_UNITS = 100_000n;

/** For each amount, whether some set that sums to the target contains it, and whether some set does not. */
export interface SubsetMembership {
  some: boolean[];
  notAll: boolean[];
}

/**
 * Finds the elements that all sets of `amounts` summing to `target` share, without listing the sets:
 * intersects the sums that the first amounts can reach with those from which the rest reaches the target, as
 * bits of one number each.
 * @returns undefined when no set sums to it
 */
export function getSubsetMembership(amounts: readonly Minor[], target: Minor): SubsetMembership | undefined {
  const unit = amounts.reduce(greatestCommonDivisor, target);
  if (unit === 0n) return { some: amounts.map(() => true), notAll: amounts.map(() => true) };
  const order = amounts
    .map((_, index) => index)
    .sort((a, b) => Number(getSign(amounts[a]) - getSign(amounts[b])));
  const steps = order.map((index) => (amounts[index] ?? 0n) / unit);
  // Falls come first, so that no sum is ever below all of them, and none above the target is of use.
  const lowest = steps.reduce((sum, step) => (step < 0n ? sum - step : sum), 0n);
  const goal = target / unit + lowest;
  if (goal < 0n) return undefined;
  const width = (target > 0n ? goal : lowest) + 1n;
  if (width > MAX_WIDTH_UNITS) return { some: amounts.map(() => true), notAll: amounts.map(() => true) };
  const within = (1n << width) - 1n;
  const shift = (bits: bigint, by: bigint) => (by < 0n ? bits >> -by : (bits << by) & within);
  const back = [1n << goal];
  for (const step of steps.toReversed()) {
    const rest = back[0] ?? 0n;
    back.unshift(rest | shift(rest, -step));
  }
  let reached = 1n << lowest;
  if ((reached & (back[0] ?? 0n)) === 0n) return undefined;
  const membership: SubsetMembership = { some: [], notAll: [] };
  for (const [at, step] of steps.entries()) {
    const rest = back[at + 1] ?? 0n;
    const index = order[at] ?? 0;
    membership.some[index] = (shift(reached, step) & rest) !== 0n;
    membership.notAll[index] = (reached & rest) !== 0n;
    reached |= shift(reached, step);
  }
  return membership;
}

const getSign = (amount: Minor = 0n): Minor => (amount < 0n ? -1n : 1n);

function greatestCommonDivisor(first: Minor, second: Minor): Minor {
  let [a, b] = [first < 0n ? -first : first, second < 0n ? -second : second];
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}
