import { formatMoney, type Minor } from "#lib/core/money/money";
import type { NextRule, NextSupplier } from "#lib/dispatch/next-suppliers";

/**
 * Describes the supplier of a plan's next purchase at a price, in minor units: "Main supplier at ₦638, the
 * cheapest open supplier." The suppliers are in the order in which a claim prefers them.
 */
export function describeNext(
  rule: NextRule | null,
  suppliers: readonly NextSupplier[],
  price: Minor,
): string {
  const sending = suppliers.filter(({ stopped }) => !stopped);
  const able = sending.filter(({ cost }) => cost <= price);
  const [next] = able;
  if (rule === null && suppliers.length > 0) return "no supplier. Sending is stopped.";
  if (rule === null || !next) return "no supplier. None sells this plan at this price now.";
  return `${next.name} at ${formatMoney(next.cost)}, ${explainNext(rule, sending, able)}.`;
}

function explainNext(rule: NextRule, sending: readonly NextSupplier[], able: readonly NextSupplier[]) {
  const isPassing = able.some(({ comesLast }) => comesLast) && !able[0]?.comesLast;
  if (sending.length === 1) return "the only open supplier";
  if (rule === "cost" && !isPassing) return "the cheapest open supplier";
  if (able.length === 1) return "the only supplier at or below the price";
  if (rule === "first" && able[0]?.isFirst) return "first for this plan";
  if (able.filter(({ comesLast }) => !comesLast).length === 1)
    return "the only supplier that delivers reliably";
  if (rule === "rank") return "the preferred open supplier";
  return isPassing ? "the cheapest supplier that delivers reliably" : "the cheapest open supplier";
}
