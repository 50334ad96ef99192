import type { Plan } from "#lib/catalogue/catalogue";
import { formatDecimal, type Minor } from "#lib/core/money/money";
import type { FilterQuery } from "./requests.ts";

/** Creates a filter of plans (interface: Filtered list); prices are compared with the standard price. */
export function createPlanFilter(query: FilterQuery): (plan: Plan) => boolean {
  const { mobile_network, data_plan_type, min_price, max_price, validity } = query;
  return (plan) =>
    (mobile_network === undefined || plan.networkId === mobile_network) &&
    (data_plan_type === undefined || plan.typeId === data_plan_type) &&
    (min_price === undefined || compareAmount(plan.amount, min_price) >= 0) &&
    (max_price === undefined || compareAmount(plan.amount, max_price) <= 0) &&
    (validity === undefined ||
      [plan.validity, plan.validityNormalized].some((text) => equalsIgnoringCase(text, validity)));
}

const equalsIgnoringCase = (a: string, b: string) => a.trim().toLowerCase() === b.toLowerCase();

/** Compares money with decimal text of any precision: 10.001 is between 10.00 and 10.01. */
function compareAmount(minor: Minor, text: string): number {
  const difference = toScaledInteger(formatDecimal(minor)) - toScaledInteger(text);
  return difference < 0n ? -1 : Number(difference > 0n);
}

function toScaledInteger(text: string): bigint {
  const [whole = "", fraction = ""] = text.replace(/[-,]/g, "").split(".");
  const size = BigInt(whole + fraction.padEnd(20, "0"));
  return text.startsWith("-") ? -size : size;
}
