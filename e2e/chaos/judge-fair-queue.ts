import { getSlotGap } from "#lib/purchase/queue/choose-supplier";
import type { PurchaseRow, SendAttempt } from "./list-purchase-rows.ts";
import type { PriceRise } from "./raise-prices.ts";
import { createVerdict, type Verdict } from "./verdict.ts";

/** Judges that the fair queue holds per supplier: no reseller is overtaken by another. */
export function judgeFairQueue(
  purchases: readonly PurchaseRow[],
  attempts: readonly SendAttempt[],
  rises: readonly PriceRise[],
  { suppliers, perMinute }: { suppliers: number; perMinute: number },
): Verdict {
  const idents = new Map(purchases.map((row) => [row.ident, row]));
  return createVerdict(
    "the fair queue holds per supplier",
    attempts,
    findOvertaken(idents, attempts, rises, suppliers, perMinute),
  );
}

/**
 * Finds purchases that waited while another reseller had at least two claims more than their own reseller at a supplier; one
 * more at each may have been due before. A claim for a plan that chose another first supplier passes over none, so it counts
 * for its own reseller alone. One that a worse supplier took was left to a better one for a while. Compares claims, which
 * have the database's clock as the placing has, because the upstream may receive two purchases in another order. Skips
 * purchases with two attempts, possible losses, paused plan types, and those that waited in a
 * takeover, in which the main supplier is off.
 */
function findOvertaken(
  purchases: ReadonlyMap<string, PurchaseRow>,
  tries: readonly SendAttempt[],
  rises: readonly PriceRise[],
  suppliers: number,
  perMinute: number,
): string[] {
  return tries.flatMap(({ ident, claimed, isLate }) => {
    const row = purchases.get(ident);
    if (!row || row.tries > 1 || row.paused) return [];
    const rose = ({ planId, maybe }: PriceRise) =>
      planId === row.plan && maybe.from < claimed && maybe.to > row.placed_ms;
    if (rises.some(rose)) return [];
    const from = row.placed_ms + (isLate ? getSlotGap(perMinute) * 1_000 + 500 : 0);
    const since = tries.filter((attempt) => attempt.claimed > from && attempt.claimed < claimed);
    const rows = since.flatMap((attempt) => purchases.get(attempt.ident) ?? []);
    const most = rows.filter(({ reseller }) => reseller === row.reseller).length + suppliers;
    const rivals = rows.filter(({ reseller, first }) => reseller !== row.reseller && first === row.first);
    const had = Map.groupBy(rivals, ({ reseller }) => reseller);
    return [...had.values()].some(({ length }) => length > most) ? [`${ident} of ${row.reseller}`] : [];
  });
}
