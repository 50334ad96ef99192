import { LEVELS, type Level } from "#lib/core/context";
import type { CatalogueSnapshot, ListedPlan, Plan, UpstreamListing } from "./catalogue.ts";
import type { AvailabilitySwitch, CatalogueSettings, PriceRule } from "./catalogue-settings.ts";
import { findSupply } from "./price/price.ts";
import { findPriceRule } from "./price/price-rule.ts";

/** Applies the operator's settings to the listing: names, hidden and unavailable plans, price rules. */
export function applyCatalogueSettings(
  listing: UpstreamListing,
  settings: CatalogueSettings,
): CatalogueSnapshot {
  const plans = [...listing.plans].map(([id, plan]) => [id, applyPlanSettings(plan, settings)] as const);
  return { ...listing, plans: new Map(plans), settings };
}

function applyPlanSettings(
  plan: ListedPlan,
  { rules, switches, plans, pauses, ...supply }: CatalogueSettings,
): Plan {
  const settings = plans.get(plan.id);
  const levelRules = LEVELS.map((level) => [level, findPriceRule(plan, level, rules) ?? null] as const);
  return {
    ...plan,
    ...findSupply(plan, supply),
    name: settings?.name ?? null,
    hidden: settings?.hidden ?? false,
    off: getUnavailableMessage(switches, plan.networkId, plan.typeId),
    pause: pauses.get(plan.id) ?? null,
    rules: Object.fromEntries(levelRules) as Record<Level, PriceRule | null>,
  };
}

/**
 * Returns the message that buyers see while a network, or a type of it, is turned off.
 * @returns null while it is on.
 */
export function getUnavailableMessage(
  switches: readonly AvailabilitySwitch[],
  networkId: number,
  typeId: number | null = null,
): string | null {
  const off = switches.find(
    (candidate) =>
      candidate.off &&
      (candidate.networkId === null || candidate.networkId === networkId) &&
      (candidate.typeId === null || candidate.typeId === typeId),
  );
  return off?.message ?? null;
}
