import type { Level } from "#lib/core/context";
import { env } from "#lib/core/env";
import type { Minor } from "#lib/core/money";
import type { Plan } from "./catalogue.ts";
import { markedUp } from "./rule.ts";

/** Why a plan is not sold to a level. */
export type NotSold = "gone" | "inactive" | "hidden" | "off" | "no_cost" | "no_price" | "below_cost";

/** What a level pays for a plan, in minor units; `why` says why it is not sold, and is null when it is. */
export interface Quote {
  /** Null when there is none. */
  price: Minor | null;
  why: NotSold | null;
}

/**
 * What a reseller of a level pays for a plan, in minor units. Prices are set nowhere else.
 * @returns undefined when the plan is not sold to that level.
 */
export function priceOf(plan: Plan, level: Level): Minor | undefined {
  const { price, why } = quoteOf(plan, level);
  return why === null && price !== null ? price : undefined;
}

/**
 * The price by the rule of the plan and level, or the upstream's own price without a rule, and why the plan is not
 * sold at it. Nothing is sold below its cost.
 */
export function quoteOf(plan: Plan, level: Level): Quote {
  const cost = costOf(plan);
  const rule = plan.rules[level];
  const price = rule ? (cost === undefined ? null : markedUp(cost, rule)) : plan.amounts[level];
  return { price, why: notSold(plan, price, cost) };
}

/** What the operator pays upstream for a plan, in minor units; undefined when the upstream does not say. */
export function costOf(plan: Pick<Plan, "amounts">): Minor | undefined {
  return plan.amounts[env().UPSTREAM_LEVEL] ?? undefined;
}

function notSold(plan: Plan, price: Minor | null, cost: Minor | undefined): NotSold | null {
  if (plan.vanishedAt !== null) return "gone";
  if (!(plan.active && plan.typeActive && plan.networkActive)) return "inactive";
  if (plan.hidden) return "hidden";
  if (plan.off !== null) return "off";
  if (cost === undefined) return "no_cost";
  if (price === null) return "no_price";
  return price < cost || price <= 0n ? "below_cost" : null;
}
