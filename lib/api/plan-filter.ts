import type { Plan } from "#lib/catalogue/catalogue";
import { decimalText, type Minor } from "#lib/core/money";
import type { FilterQuery } from "./requests.ts";

/** Whether a plan passes the filters (section 4.2); prices are compared with the standard one, exactly. */
export function planFilter(query: FilterQuery): (plan: Plan) => boolean {
  const { mobile_network, data_plan_type, min_price, max_price, validity } = query;
  return (plan) =>
    (mobile_network === undefined || plan.networkId === mobile_network) &&
    (data_plan_type === undefined || plan.typeId === data_plan_type) &&
    (min_price === undefined || compare(plan.amount, min_price) >= 0) &&
    (max_price === undefined || compare(plan.amount, max_price) <= 0) &&
    (validity === undefined ||
      [plan.validity, plan.validityNormalized].some((text) => alike(text, validity)));
}

const alike = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase();

/** Compares money with decimal text of any precision: 10.001 lies between 10.00 and 10.01. */
function compare(minor: Minor, text: string): number {
  const difference = scaled(decimalText(minor)) - scaled(text);
  return difference < 0n ? -1 : Number(difference > 0n);
}

function scaled(text: string): bigint {
  const [whole = "", fraction = ""] = text.replace(/[-,]/g, "").split(".");
  const size = BigInt(whole + fraction.padEnd(20, "0"));
  return text.startsWith("-") ? -size : size;
}
