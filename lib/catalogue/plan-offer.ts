import type { Level } from "#lib/core/context";
import { invalidError } from "#lib/core/error";
import type { Minor } from "#lib/core/money/money";
import type { Catalogue, Plan } from "./catalogue.ts";
import { getOfferedPrice } from "./price/price.ts";

/** A plan that a level can buy, in minor units; also while only a pause stops the sale. */
export interface PlanOffer {
  plan: Plan;
  price: Minor;
  cost: Minor;
}

type Plans = Pick<Catalogue, "plans">;

/** Finds the offer of a plan; undefined when there is no such plan, or it isn't sold to the level. */
export function findPlanOffer({ plans }: Plans, planId: number, level: Level): PlanOffer | undefined {
  const plan = plans.get(planId);
  const price = plan && getOfferedPrice(plan, level);
  return plan && price !== undefined && plan.cost !== null ? { plan, price, cost: plan.cost } : undefined;
}

/**
 * Returns the same for a form.
 * @throws invalid at `plan`, with the operator's message for a plan turned off
 */
export function requirePlanOffer({ plans }: Plans, planId: number, level: Level): PlanOffer {
  const offer = findPlanOffer({ plans }, planId, level);
  if (offer) return offer;
  throw invalidError("plan", plans.get(planId)?.off ?? "This plan isn’t available. Choose another one.");
}
