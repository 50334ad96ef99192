import { formatMoney } from "#lib/core/money/money";
import type { UnconfirmedView } from "./unconfirmed-view.ts";

/**
 * Describes what the balances around an unconfirmed purchase show of its cost, and what they don't; undefined
 * while one of them is missing. It concludes nothing: other open purchases may lie between them.
 */
export function describeBalanceChange({
  around: { before, after },
  cost,
}: Pick<UnconfirmedView, "around" | "cost">): { known: string; unknown: string } | undefined {
  if (!before || !after) return undefined;
  const fell = before.after - after.before;
  if (fell === cost)
    return {
      known: `Balance fell by ${formatMoney(cost)}, as much as this purchase costs.`,
      unknown: "It doesn’t show whether the data arrived.",
    };
  if (fell === 0n)
    return {
      known: "Balance didn’t change.",
      unknown: "The cost may still be taken, or was taken and returned.",
    };
  return {
    known: `Balance ${fell > 0n ? "fell" : "rose"} by ${formatMoney(fell > 0n ? fell : -fell)}, and this purchase costs ${formatMoney(cost)}.`,
    unknown: "Other purchases or deposits lie between.",
  };
}
