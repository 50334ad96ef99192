import type { Catalogue } from "#lib/catalogue/catalogue";
import { inNaturalOrder } from "#lib/catalogue/natural-order";
import { planView } from "#lib/catalogue/plan-view";
import type { Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { type RetailPolicy, retailPrice } from "./retail.ts";

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

/** What a shop's offers come from: its owner's level, its prices, and the plans that it hides. */
interface Seller {
  level: Level;
  policy: RetailPolicy;
  hidden: ReadonlySet<number>;
}

/** What a shop offers now, in the order in which people look for it: what its owner can buy and does not hide. */
export function offersOf({ level, policy, hidden }: Seller, catalogue: Catalogue): OfferView[] {
  const offered = [...catalogue.plans.values()].flatMap((plan) =>
    hidden.has(plan.id) ? [] : (planView(plan, level) ?? []),
  );
  return inNaturalOrder(offered).map((plan) => ({
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

/** The lowest and the highest of some prices; null when there are none. */
export function priceSpan(offers: readonly { price: Minor }[]): { lowest: Minor; highest: Minor } | null {
  const sorted = offers.map(({ price }) => price).sort((one, other) => Number(one - other));
  const [lowest] = sorted;
  const highest = sorted.at(-1);
  return lowest === undefined || highest === undefined ? null : { lowest, highest };
}
