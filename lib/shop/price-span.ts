import type { Minor } from "#lib/core/money";

/** The lowest and the highest of some prices; null when there are none. */
export function priceSpan(offers: readonly { price: Minor }[]): { lowest: Minor; highest: Minor } | null {
  const sorted = offers.map(({ price }) => price).sort((one, other) => Number(one - other));
  const [lowest] = sorted;
  const highest = sorted.at(-1);
  return lowest === undefined || highest === undefined ? null : { lowest, highest };
}
