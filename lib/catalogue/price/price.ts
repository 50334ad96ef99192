import type { Plan } from "#lib/catalogue/catalogue";
import type { Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { getUpstreamVariables } from "#lib/upstream/variables";
import { applyMarkup } from "./price-rule.ts";

export type NotSoldReason = "gone" | "inactive" | "hidden" | "off" | "no_cost" | "no_price" | "below_cost";

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

/**
 * Returns the price by the rule of the plan and level, or the upstream's price without a rule, and the reason why the
 * plan is not sold at it. Nothing is sold below its cost.
 */
export function getQuote(plan: Plan, level: Level): Quote {
  const cost = getCost(plan);
  const rule = plan.rules[level];
  const price = rule ? (cost === undefined ? null : applyMarkup(cost, rule)) : plan.amounts[level];
  return { price, reason: getNotSoldReason(plan, price, cost) };
}

/** Returns the price that the operator pays the upstream, in minor units; undefined when it is unknown. */
export function getCost(plan: Pick<Plan, "amounts">): Minor | undefined {
  return plan.amounts[getUpstreamVariables().UPSTREAM_LEVEL] ?? undefined;
}

function getNotSoldReason(plan: Plan, price: Minor | null, cost: Minor | undefined): NotSoldReason | null {
  if (plan.delistedAt !== null) return "gone";
  if (!(plan.active && plan.typeActive && plan.networkActive)) return "inactive";
  if (plan.hidden) return "hidden";
  if (plan.off !== null) return "off";
  if (cost === undefined) return "no_cost";
  if (price === null) return "no_price";
  return price < cost || price <= 0n ? "below_cost" : null;
}
