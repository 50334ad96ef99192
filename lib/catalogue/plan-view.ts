import type { Minor } from "#lib/core/money/money";
import type { PriceTerms } from "#lib/core/price-list/price-terms";
import { formatNetworkName, formatTypeName } from "#lib/core/text/display-name";
import type { Plan, PlanIdentity } from "./catalogue.ts";
import { getPrice } from "./price/price.ts";

/** A plan on sale, as a reseller sees it. Money in minor units. */
export interface PlanView extends PlanIdentity, Pick<Plan, "id" | "typeId" | "name" | "validityNormalized"> {
  price: Minor;
  /** The upstream's standard price, to show the saving. */
  standardPrice: Minor;
}

/**
 * Returns a plan at a buyer's price; undefined when it is not sold to them.
 * @param getPriceOf `getOfferedPrice` for those, too, that only a pause stops
 */
export function toPlanView(plan: Plan, terms: PriceTerms, getPriceOf = getPrice): PlanView | undefined {
  const price = getPriceOf(plan, terms);
  if (price === undefined) return undefined;
  const { validityNormalized, amount: standardPrice } = plan;
  return { ...toPlanIdentity(plan), validityNormalized, price, standardPrice };
}

/** The ids and names of a plan, for a view of it. */
export function toPlanIdentity(plan: Plan) {
  const { id, networkId, typeId, name, size, volume, validity } = plan;
  const [networkName, typeName] = [formatNetworkName(plan.networkName), formatTypeName(plan.typeName)];
  return { id, networkId, networkName, typeId, typeName, name, size, volume, validity };
}
