import type { ListedPlan, Plan } from "#lib/catalogue/catalogue";
import type { SupplySettings } from "#lib/catalogue/catalogue-settings";
import type { Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { getAgentPrice } from "#lib/core/price-list/agent-terms";
import type { PriceTerms } from "#lib/core/price-list/price-terms";
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

/** The price of a plan, in minor units. */
export interface Quote {
  /** Null when it is unknown. */
  price: Minor | null;
  /** The part of the price that is the parent's, of an agent's; the operator earns the remainder. */
  commission: Minor;
  /** The reason why it is not sold; null when it is. */
  reason: NotSoldReason | null;
}

/**
 * Returns the price of a plan for a buyer, in minor units. Prices are set nowhere else.
 * @returns undefined when the plan is not sold to them.
 */
export const getPrice = (plan: Plan, terms: PriceTerms): Minor | undefined =>
  findSoldPrice(getQuote(plan, terms));

/** Returns the same price, also while only a pause stops the sale: one purchase at a time may try it. */
export const getOfferedPrice = (plan: Plan, terms: PriceTerms): Minor | undefined =>
  findOfferedPrice(getQuote(plan, terms));

/** Returns the price of a plan for a level, for the operator; a buyer's is `getPrice`. */
export const getLevelPrice = (plan: Plan, level: Level): Minor | undefined =>
  findSoldPrice(getLevelQuote(plan, level));

/** Returns the same as `getOfferedPrice` for a level. */
export const getOfferedLevelPrice = (plan: Plan, level: Level): Minor | undefined =>
  findOfferedPrice(getLevelQuote(plan, level));

const findSoldPrice = ({ price, reason }: Quote): Minor | undefined =>
  reason === null && price !== null ? price : undefined;
const findOfferedPrice = ({ price, reason }: Quote): Minor | undefined =>
  (reason === null || reason === "paused") && price !== null ? price : undefined;

/**
 * Returns the price of a buyer's level; of an agent the price of the parent's level, by which a plan is sold, with
 * what the parent adds.
 */
export function getQuote(plan: Plan, { level, agent }: PriceTerms): Quote {
  if (!agent) return getLevelQuote(plan, level);
  const quote = getLevelQuote(plan, agent.level);
  if (quote.price === null) return quote;
  const price = getAgentPrice({ ...plan, price: quote.price }, agent);
  return { ...quote, price, commission: price - quote.price };
}

/**
 * Returns the price by the rule of the plan and level, or without a rule the listed price, raised
 * by what the cost is above the main supplier's; and the reason why the plan is not sold at it.
 * Nothing is sold below its cost.
 */
export function getLevelQuote(plan: Plan, level: Level): Quote {
  const { cost } = plan;
  const rule = plan.rules[level];
  const price = rule ? (cost === null ? null : applyMarkup(cost, rule)) : getListedPrice(plan, level);
  return { price, commission: 0n, reason: getNotSoldReason(plan, price, rule !== null) };
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
