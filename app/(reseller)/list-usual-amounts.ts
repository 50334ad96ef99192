import { getCurrencyDigits, type Minor } from "#lib/core/money/money";

/** Common amounts in the currency's units, from the middle out, so that a few are of every size. */
const COMMON_AMOUNTS = [5_000, 10_000, 20_000, 2_000, 50_000, 1_000];
const MAX_USUAL_AMOUNTS = 4;

/** Lists the amounts that were most frequent, filled up with common ones; ascending, in minor units. */
export function listUsualAmounts(
  { minAmount, maxAmount }: { minAmount: Minor; maxAmount: Minor },
  earlier: readonly { amount: Minor }[],
): Minor[] {
  const unit = 10n ** BigInt(getCurrencyDigits());
  const counts = new Map<Minor, number>();
  for (const { amount } of earlier) counts.set(amount, (counts.get(amount) ?? 0) + 1);
  const usual = [...counts].sort(([, a], [, b]) => b - a).map(([amount]) => amount);
  const common = COMMON_AMOUNTS.map((amount) => BigInt(amount) * unit);
  const possible = [...usual.slice(0, 2), ...common].filter(
    (amount) => amount >= minAmount && amount <= maxAmount,
  );
  return [...new Set(possible)].slice(0, MAX_USUAL_AMOUNTS).sort((a, b) => Number(a - b));
}
