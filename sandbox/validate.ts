import { invalid } from "./answers.ts";
import { type Catalogue, onSale, type Plan } from "./catalogue.ts";
import { type Refused, refused } from "./refused.ts";

/** A purchase request that was understood. */
export interface Valid {
  kind: "valid";
  plan: Plan;
  networkId: number;
  phone: string;
}

/** §7.1. Thin on purpose, as services are: neither the number's format nor the plan's network is checked. */
export function validate(catalogue: Catalogue, body: unknown): Valid | Refused {
  const { plan: planId, mobile_number, network } = (body ?? {}) as Record<string, unknown>;
  const plan = catalogue.plans.get(Number(planId));
  const errors: Record<string, string[]> = {};
  if (missing(planId)) errors.plan = ["The plan field is required."];
  else if (!plan || !onSale(catalogue, plan)) errors.plan = ["The selected plan is invalid."];
  if (missing(mobile_number)) errors.mobile_number = ["The mobile number field is required."];
  if (missing(network)) errors.network = ["The network field is required."];
  else if (!catalogue.networks.has(Number(network))) errors.network = ["The selected network is invalid."];
  if (!plan || Object.keys(errors).length > 0) {
    return refused(invalid(errors), Object.values(errors).flat().join(" "));
  }
  return { kind: "valid", plan, networkId: Number(network), phone: String(mobile_number) };
}

const missing = (value: unknown) => value === undefined || value === null || value === "";
