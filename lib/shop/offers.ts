import type { Catalogue } from "#lib/catalogue/catalogue";
import { naturally } from "#lib/catalogue/natural-order";
import { planView } from "#lib/catalogue/plan-view";
import type { Minor } from "#lib/core/money";
import type { Shop } from "./load-shop.ts";
import { retailPrice } from "./retail.ts";

/** A plan as a shop offers it. Money in minor units. */
export interface OfferView {
  planId: number;
  networkId: number;
  networkName: string;
  /** The type, or what the operator calls it. */
  typeName: string;
  size: string;
  volume: string;
  validity: string;
  /** The normalised validity ("Monthly") where there is one, by which plans are grouped. */
  period: string;
  /** What the customer pays. */
  price: Minor;
}

/** What a shop offers now, in the order in which people look for it: what its owner can buy and does not hide. */
export function offersOf({ level, policy, hidden }: Shop, catalogue: Catalogue): OfferView[] {
  return [...catalogue.plans.values()]
    .flatMap((plan) => (hidden.has(plan.id) ? [] : (planView(plan, level) ?? [])))
    .sort(naturally)
    .map((plan) => ({
      planId: plan.id,
      networkId: plan.networkId,
      networkName: plan.networkName,
      typeName: plan.name ?? plan.typeName,
      size: plan.size,
      volume: plan.volume,
      validity: plan.validity,
      period: plan.validityNormalized || plan.validity,
      price: retailPrice(plan, policy),
    }));
}
