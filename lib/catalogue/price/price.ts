import type { ListedPlan, Plan } from "#lib/catalogue/catalogue";
import type { SupplySettings } from "#lib/catalogue/catalogue-settings";
import type { Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { applyMarkup } from "./price-rule.ts";

export type NotSoldReason =
  | "gone"
  | "inactive"
  | "doubt"
  | "hidden"
  | "off"
  | "no_cost"
  | "no_price"
  | "below_cost"
  | "paused";

/** The price of a plan for a level, in minor units. */
export interface Quote {
  /** Null when it is unknown. */
  price: Minor | null;
  /** The reason why it is not sold; null when it is. */
  reason: NotSoldReason | null;
}

/**
 * Returns the price of a plan for a level, in minor units. Prices are set nowhere else.
 * @returns undefined when the plan is not sold to that level.
 */
export function getPrice(plan: Plan, level: Level): Minor | undefined {
  const { price, reason } = getQuote(plan, level);
  return reason === null && price !== null ? price : undefined;
}

/** Returns the same price, also while only a pause stops the sale: one purchase at a time may try it. */
export function getOfferedPrice(plan: Plan, level: Level): Minor | undefined {
  const { price, reason } = getQuote(plan, level);
  return (reason === null || reason === "paused") && price !== null ? price : undefined;
}

/**
 * Returns the price by the rule of the plan and level, or without a rule the listed price, raised
 * by what the cost is above the main supplier's; and the reason why the plan is not sold at it.
 * Nothing is sold below its cost.
 */
export function getQuote(plan: Plan, level: Level): Quote {
  const { cost } = plan;
  const rule = plan.rules[level];
  const price = rule ? (cost === null ? null : applyMarkup(cost, rule)) : getListedPrice(plan, level);
  return { price, reason: getNotSoldReason(plan, price, rule !== null) };
}

/**
 * Returns whether a plan is delivered, and the cost by which its prices are set: that of its own supplier
 * while it delivers the plan, unless prices follow the dearest; else that of the others.
 */
export function findSupply(
  { ownCost, ownOpen, otherCost }: ListedPlan,
  { pricesFollow }: Pick<SupplySettings, "pricesFollow">,
): Pick<Plan, "delivered" | "cost"> {
  const delivered = ownOpen || otherCost !== null;
  const isByOwn = ownOpen && ownCost !== null;
  const followsOwn = otherCost === null || (isByOwn && (pricesFollow === "main" || ownCost > otherCost));
  return { delivered, cost: followsOwn ? ownCost : otherCost };
}

function getListedPrice(plan: Plan, level: Level): Minor | null {
  const { cost, ownCost } = plan;
  const listed = plan.amounts[level];
  if (listed === null || cost === null || ownCost === null || cost <= ownCost) return listed;
  return listed + cost - ownCost;
}

function getNotSoldReason(plan: Plan, price: Minor | null, hasRule: boolean): NotSoldReason | null {
  const { cost, delivered } = plan;
  const isActive = plan.active && plan.typeActive && plan.networkActive;
  if (!delivered && plan.delistedAt !== null) return "gone";
  // Another supplier may deliver it, but a price listed with a cost that waits for an
  // admin isn't believed either.
  if (plan.doubt !== null && (!delivered || !hasRule)) return "doubt";
  if (!delivered && (cost !== null || !isActive)) return "inactive";
  if (plan.hidden) return "hidden";
  if (plan.off !== null) return "off";
  if (cost === null) return "no_cost";
  if (price === null) return "no_price";
  if (price < cost || price <= 0n) return "below_cost";
  return isPaused(plan, price) ? "paused" : null;
}

/** Whether pauses leave no supplier that delivers it at the price. */
const isPaused = ({ pause }: Plan, price: Minor): boolean =>
  pause !== null && (pause.openCost === null || price < pause.openCost);
