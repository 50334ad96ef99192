import type { ListedPlan, Plan } from "#lib/catalogue/catalogue";
import type { SupplySettings } from "#lib/catalogue/catalogue-settings";
import type { Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { getUpstreamVariables } from "#lib/upstream/variables";
import { applyMarkup } from "./price-rule.ts";

export type NotSoldReason =
  | "gone"
  | "inactive"
  | "doubt"
  | "hidden"
  | "off"
  | "no_cost"
  | "no_price"
  | "below_cost";

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

/** Returns the main supplier's price for the operator, in minor units; undefined when it lists none. */
export function getMainCost({
  listedBy,
  amounts,
}: Pick<ListedPlan, "listedBy" | "amounts">): Minor | undefined {
  if (listedBy !== MAIN_SUPPLIER_ID) return undefined;
  return amounts[getUpstreamVariables().UPSTREAM_LEVEL] ?? undefined;
}

/** The cost by which prices are set, and whether the main supplier delivers the plan. */
type Supply = Pick<Plan, "byMain" | "cost">;

/**
 * Returns who delivers a plan and at which cost: the main supplier's while it offers the plan, unless prices
 * follow the dearest; else that of the others.
 */
export function findSupply(plan: ListedPlan, { pricesFollow, mainOn }: SupplySettings): Supply {
  const main = getMainCost(plan) ?? null;
  const byMain = mainOn && main !== null && plan.delistedAt === null && isActive(plan);
  const { routeCost } = plan;
  if (routeCost === null || (byMain && (pricesFollow === "main" || main > routeCost)))
    return { byMain, cost: main };
  return { byMain, cost: routeCost };
}

const isActive = (plan: ListedPlan): boolean =>
  plan.listedBy === MAIN_SUPPLIER_ID &&
  plan.doubt === null &&
  plan.active &&
  plan.typeActive &&
  plan.networkActive;

function getListedPrice(plan: Plan, level: Level): Minor | null {
  const listed = plan.amounts[level];
  const main = getMainCost(plan);
  if (listed === null || main === undefined || plan.cost === null || plan.cost <= main) return listed;
  return listed + plan.cost - main;
}

function getNotSoldReason(plan: Plan, price: Minor | null, hasRule: boolean): NotSoldReason | null {
  const { cost } = plan;
  const isDelivered = plan.byMain || plan.routeCost !== null;
  if (!isDelivered && plan.delistedAt !== null) return "gone";
  if (!isDelivered && plan.doubt !== null) return "doubt";
  // Another supplier delivers it, but a price listed with a cost that waits for an
  // admin isn't believed either.
  if (!hasRule && plan.doubt !== null && plan.doubt !== "missing") return "doubt";
  if (!isDelivered && (cost !== null || !isActive(plan))) return "inactive";
  if (plan.hidden) return "hidden";
  if (plan.off !== null) return "off";
  if (cost === null) return "no_cost";
  if (price === null) return "no_price";
  return price < cost || price <= 0n ? "below_cost" : null;
}
