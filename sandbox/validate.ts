import { isSandboxPlanOnSale, type SandboxCatalogue, type SandboxPlan } from "./catalogue.ts";
import { createRefusal, invalidResponse, type PurchaseRefusal } from "./responses.ts";

/** A valid purchase request. */
export interface ValidPurchase {
  kind: "valid";
  plan: SandboxPlan;
  networkId: number;
  phone: string;
}

/**
 * Validates a request (interface: Validation error). Thin on purpose, as services are: neither the number's
 * format nor the plan's network is checked.
 */
export function validateSandboxPurchase(
  catalogue: SandboxCatalogue,
  body: unknown,
): ValidPurchase | PurchaseRefusal {
  const { plan: planId, mobile_number, network } = (body ?? {}) as Record<string, unknown>;
  const plan = catalogue.plans.get(Number(planId));
  const errors: Record<string, string[]> = {};
  if (isMissing(planId)) errors.plan = ["The plan field is required."];
  else if (!plan || !isSandboxPlanOnSale(catalogue, plan)) errors.plan = ["The selected plan is invalid."];
  if (isMissing(mobile_number)) errors.mobile_number = ["The mobile number field is required."];
  if (isMissing(network)) errors.network = ["The network field is required."];
  else if (!catalogue.networks.has(Number(network))) errors.network = ["The selected network is invalid."];
  if (!plan || Object.keys(errors).length > 0) {
    return createRefusal(invalidResponse(errors), Object.values(errors).flat().join(" "));
  }
  return { kind: "valid", plan, networkId: Number(network), phone: String(mobile_number) };
}

const isMissing = (value: unknown) => value === undefined || value === null || value === "";
