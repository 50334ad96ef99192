import type { PlanPrices } from "#app/(reseller)/row-price";
import type { SelectOption } from "#app/ui/form/select";
import { compareForBuyer, listPeriods } from "#lib/catalogue/compare-plans";
import type { PlanListView } from "#lib/catalogue/list-plans";
import { getNetworkPrefixes } from "#lib/catalogue/network-prefixes";
import { formatPlanLabel, formatPlanSize } from "#lib/catalogue/plan-label";
import type { PlanView } from "#lib/catalogue/plan-view";
import { separateCheapest } from "#lib/catalogue/separate-cheapest";
import { formatMoney, formatMoneyField, formatSignedMoney, type Minor } from "#lib/core/money/money";

/** A network with its plans. All are in the page, so that choosing needs no request. */
export type NetworkOption = ReturnType<typeof buildNetworkOptions>[number];
export type PlanOption = NetworkOption["plans"][number];

type Plan = PlanListView["plans"][number];

/**
 * Groups plans by network, sorted as customers look for them. `sellingPrices`: the reseller’s usual ones,
 * which a helper from whom the cost is hidden sees instead of the prices.
 */
export function buildNetworkOptions(
  plans: readonly Plan[],
  sellingPrices: ReadonlyMap<number, Minor>,
  { isCostHidden = false, unsold = [] as PlanListView["unsold"] } = {},
) {
  const toOption = isCostHidden ? toHelperOption : toPlanOption;
  const groups = [...Map.groupBy(plans, (plan) => plan.networkId)].map(([id, ofNetwork]) => ({
    id,
    name: ofNetwork[0]?.networkName ?? "",
    ofNetwork,
  }));
  const off = unsold
    .filter(({ id }) => groups.every((group) => group.id !== id))
    .map((network) => ({ ...network, ofNetwork: [] }));
  return [...groups, ...off].map(({ id, name, ofNetwork }) => {
    const sorted = ofNetwork.toSorted(compareForBuyer);
    const cheapest = new Set(separateCheapest(sorted, toCompared).cheapest);
    const alike = Map.groupBy(sorted, getSizeAndValidity);
    return {
      id: String(id),
      name,
      /** In E.164. */
      prefixes: getNetworkPrefixes(name),
      periods: listPeriods(sorted.map((plan) => ({ period: getPeriod(plan), validity: plan.validity }))),
      /** None where none is for sale now. */
      plans: sorted.map((plan) => ({
        ...toOption(plan, sellingPrices.get(plan.id)),
        /** Whether no other plan of this size and validity costs less. */
        isCheapest: cheapest.has(plan),
        /** Whether its type alone tells it from another plan. */
        isAlike: (alike.get(getSizeAndValidity(plan)) ?? []).length > 1,
      })),
    };
  });
}

const getPeriod = ({ validityNormalized, validity }: Plan) => validityNormalized || validity;

const getSizeAndValidity = (plan: Plan) => `${formatPlanSize(plan)}, ${getPeriod(plan)}`;

const toCompared = (plan: Plan) => ({
  size: formatPlanSize(plan),
  validity: plan.validity,
  price: plan.price,
});

function toPlanOption(plan: Plan, sellingPrice: Minor | undefined) {
  const { id, name, typeName, validity, price } = plan;
  return {
    id: String(id),
    size: formatPlanSize(plan),
    type: name ?? typeName,
    validity,
    period: getPeriod(plan),
    ...formatPlanPrices(price, sellingPrice),
    /** In minor units; empty where it is hidden. */
    minor: String(price),
    /** The reseller's usual selling price as text, for a field; empty if unknown. */
    sellingPrice: sellingPrice === undefined ? "" : formatMoneyField(sellingPrice),
  };
}

/** @param sellingPrice undefined before the reseller made a price list */
export const formatPlanPrices = (price: Minor, sellingPrice: Minor | undefined): PlanPrices => ({
  price: formatMoney(price),
  quote: sellingPrice === undefined ? "" : formatMoney(sellingPrice),
  gain: sellingPrice === undefined ? "" : formatSignedMoney(sellingPrice - price),
});

function toHelperOption(plan: Plan, sellingPrice: Minor | undefined) {
  const option = toPlanOption(plan, sellingPrice);
  return { ...option, price: option.quote, minor: "", gain: "" };
}

/** Builds the options of a plan `Select`, each with its price and the id that batch files use. */
export function buildPlanOptions(plans: readonly PlanView[]): SelectOption[] {
  return plans.map((plan) => ({
    value: String(plan.id),
    label: `${formatPlanLabel(plan)}, ${formatMoney(plan.price)} (${plan.id})`,
  }));
}
