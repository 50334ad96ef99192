import type { Catalogue, PlanIdentity } from "#lib/catalogue/catalogue";
import { sortPlansNaturally } from "#lib/catalogue/natural-order";
import { toPlanView } from "#lib/catalogue/plan-view";
import type { Minor } from "#lib/core/money/money";
import type { PriceTerms } from "#lib/core/price-list/price-terms";
import { getSellingPrice } from "#lib/core/price-list/selling-price";
import type { PriceList } from "#lib/core/price-list/stored-price-list";

/** A plan as a shop offers it, by the operator's name for its type. Money in minor units. */
export interface OfferView extends PlanIdentity {
  planId: number;
  /** The normalised validity ("Monthly") where there is one, by which plans are grouped. */
  period: string;
  price: Minor;
}

interface OfferingShop extends PriceList {
  terms: PriceTerms;
}

/** Lists the plans that a shop's owner can buy and does not hide, in customers' order. */
export function listOffers({ terms, policy, hidden }: OfferingShop, catalogue: Catalogue): OfferView[] {
  const offered = [...catalogue.plans.values()].flatMap((plan) =>
    hidden.has(plan.id) ? [] : (toPlanView(plan, terms) ?? []),
  );
  return sortPlansNaturally(offered).map((plan) => ({
    planId: plan.id,
    networkId: plan.networkId,
    networkName: plan.networkName,
    typeName: plan.name ?? plan.typeName,
    size: plan.size,
    volume: plan.volume,
    validity: plan.validity,
    period: plan.validityNormalized || plan.validity,
    price: getSellingPrice(plan, policy),
  }));
}

/** Returns the lowest and the highest price; null without offers. */
export function getPriceSpan(offers: readonly { price: Minor }[]): { lowest: Minor; highest: Minor } | null {
  const sorted = offers.map(({ price }) => price).sort((a, b) => Number(a - b));
  const [lowest] = sorted;
  const highest = sorted.at(-1);
  return lowest === undefined || highest === undefined ? null : { lowest, highest };
}
