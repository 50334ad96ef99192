import type { SelectOption } from "#app/ui/form/select";
import { compareForBuyer, getPricePerGb, listPeriods } from "#lib/catalogue/compare-plans";
import type { PlanListView } from "#lib/catalogue/list-plans";
import { getNetworkPrefixes } from "#lib/catalogue/network-prefixes";
import { formatPlanLabel, formatPlanSize } from "#lib/catalogue/plan-label";
import type { PlanView } from "#lib/catalogue/plan-view";
import { separateCheapest } from "#lib/catalogue/separate-cheapest";
import { formatMoney, formatMoneyField, type Minor } from "#lib/core/money/money";

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
  { isCostHidden = false } = {},
) {
  const toOption = isCostHidden ? toHelperOption : toPlanOption;
  return [...Map.groupBy(plans, (plan) => plan.networkId)].map(([networkId, ofNetwork]) => {
    const sorted = ofNetwork.toSorted(compareForBuyer);
    const cheapest = new Set(separateCheapest(sorted, toCompared).cheapest);
    return {
      id: String(networkId),
      name: ofNetwork[0]?.networkName ?? "",
      /** In E.164. */
      prefixes: getNetworkPrefixes(ofNetwork[0]?.networkName ?? ""),
      periods: listPeriods(sorted.map((plan) => ({ period: getPeriod(plan), validity: plan.validity }))),
      plans: sorted.map((plan) => toOption(plan, sellingPrices.get(plan.id), cheapest.has(plan))),
    };
  });
}

const getPeriod = ({ validityNormalized, validity }: Plan) => validityNormalized || validity;

const toCompared = (plan: Plan) => ({
  size: formatPlanSize(plan),
  validity: plan.validity,
  price: plan.price,
});

function toPlanOption(plan: Plan, sellingPrice: Minor | undefined, isCheapest: boolean) {
  const { id, name, typeName, validity, price } = plan;
  const pricePerGb = getPricePerGb(plan);
  return {
    id: String(id),
    size: formatPlanSize(plan),
    type: name ?? typeName,
    validity,
    period: getPeriod(plan),
    /** As text; empty where it is hidden and the selling price unknown. */
    price: formatMoney(price),
    /** In minor units; empty where it is hidden. */
    minor: String(price),
    /** In whole units; null for one GB itself. */
    pricePerGb: pricePerGb === undefined ? null : formatMoney(pricePerGb),
    /** Whether no other plan of this size and validity costs less. */
    isCheapest,
    /** The reseller's usual selling price as text; empty if unknown. */
    sellingPrice: sellingPrice === undefined ? "" : formatMoneyField(sellingPrice),
  };
}

function toHelperOption(plan: Plan, sellingPrice: Minor | undefined, isCheapest: boolean) {
  const price = sellingPrice === undefined ? "" : formatMoney(sellingPrice);
  return { ...toPlanOption(plan, sellingPrice, isCheapest), price, minor: "", pricePerGb: null };
}

/** Builds the options of a plan `Select`, each with its price and the id that batch files use. */
export function buildPlanOptions(plans: readonly PlanView[]): SelectOption[] {
  return plans.map((plan) => ({
    value: String(plan.id),
    label: `${formatPlanLabel(plan)}, ${formatMoney(plan.price)} (${plan.id})`,
  }));
}
