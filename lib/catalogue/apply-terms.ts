import { LEVELS, type Level } from "#lib/core/context";
import type { ListedPlan, Listing, Plan, Snapshot } from "./catalogue.ts";
import { ruleFor } from "./rule.ts";
import type { Rule, Switch, Terms } from "./terms.ts";

/** Applies the operator's terms to the listing: names, what is hidden or off, and the rule behind each price. */
export function applyTerms(listing: Listing, terms: Terms): Snapshot {
  const plans = [...listing.plans].map(([id, plan]) => [id, planOn(plan, terms)] as const);
  return { ...listing, plans: new Map(plans), terms };
}

function planOn(plan: ListedPlan, { rules, switches, plans }: Terms): Plan {
  const own = plans.get(plan.id);
  const chosen = LEVELS.map((level) => [level, ruleFor(plan, level, rules) ?? null] as const);
  return {
    ...plan,
    name: own?.name ?? null,
    hidden: own?.hidden ?? false,
    off: offMessage(switches, plan.networkId, plan.typeId),
    rules: Object.fromEntries(chosen) as Record<Level, Rule | null>,
  };
}

/**
 * What buyers read while a network or a type of it is switched off, by itself or with everything.
 * @returns null while it is on.
 */
export function offMessage(
  switches: readonly Switch[],
  networkId: number,
  typeId: number | null = null,
): string | null {
  const off = switches.find(
    (one) =>
      one.off &&
      (one.networkId === null || one.networkId === networkId) &&
      (one.typeId === null || one.typeId === typeId),
  );
  return off?.message ?? null;
}
