import { invalidError } from "#lib/core/error";
import type { Minor } from "#lib/core/money/money";
import type { PriceTerms } from "#lib/core/price-list/price-terms";
import type { Catalogue, Plan } from "./catalogue.ts";
import { getQuote } from "./price/price.ts";

/** A plan that a buyer can buy, in minor units; also while only a pause stops the sale. */
export interface PlanOffer {
  plan: Plan;
  price: Minor;
  /** The part of the price that is the parent's, of an agent's: the operator gets the remainder. */
  commission: Minor;
  cost: Minor;
}

type Plans = Pick<Catalogue, "plans">;

/** Finds the offer of a plan; undefined when there is no such plan, or it isn't sold to the buyer. */
export function findPlanOffer({ plans }: Plans, planId: number, terms: PriceTerms): PlanOffer | undefined {
  const plan = plans.get(planId);
  if (!plan || plan.cost === null) return undefined;
  const { price, commission, reason } = getQuote(plan, terms);
  const isOffered = price !== null && (reason === null || reason === "paused");
  return isOffered ? { plan, price, commission, cost: plan.cost } : undefined;
}

/**
 * Returns the same for a form.
 * @throws invalid at `plan`, with the operator's message for a plan turned off
 */
export function requirePlanOffer({ plans }: Plans, planId: number, terms: PriceTerms): PlanOffer {
  const offer = findPlanOffer({ plans }, planId, terms);
  if (offer) return offer;
  throw invalidError("plan", plans.get(planId)?.off ?? "This plan isn’t available. Choose another one.");
}
