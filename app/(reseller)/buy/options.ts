import type { SelectOption } from "#app/ui/form/select";
import type { PlanListView } from "#lib/catalogue/list-plans";
import { getNetworkPrefixes } from "#lib/catalogue/network-prefixes";
import { formatPlanLabel, formatPlanSize } from "#lib/catalogue/plan-label";
import type { PlanView } from "#lib/catalogue/plan-view";
import { formatDecimal, formatMoney, type Minor } from "#lib/core/money/money";
import type { PurchaseFormView } from "#lib/purchase/place/purchase-form";

/** A network with its plans. All are in the page, so that choosing needs no request. */
export type NetworkOption = ReturnType<typeof buildNetworkOptions>[number];
export type TypeOption = NetworkOption["types"][number];
export type PlanOption = TypeOption["plans"][number];

type Plan = PlanListView["plans"][number];

/** Groups plans by network and type, in the order of the price list. `retail`: the reseller's usual selling prices. */
export function buildNetworkOptions(
  plans: readonly Plan[],
  types: PurchaseFormView["types"],
  retail: ReadonlyMap<number, Minor>,
) {
  return [...Map.groupBy(plans, (plan) => plan.networkId)].map(([networkId, ofNetwork]) => {
    const last = types.find((type) => type.networkId === networkId)?.typeId;
    const usual = ofNetwork.some((plan) => plan.typeId === last) ? last : ofNetwork[0]?.typeId;
    return {
      id: String(networkId),
      name: ofNetwork[0]?.networkName ?? "",
      /** The default type: the last one bought, else the first. */
      usual: String(usual ?? ""),
      /** In E.164. */
      prefixes: getNetworkPrefixes(ofNetwork[0]?.networkName ?? ""),
      types: [...Map.groupBy(ofNetwork, (plan) => plan.typeId)].map(([typeId, ofType]) => ({
        id: String(typeId),
        name: ofType[0]?.typeName ?? "",
        plans: ofType.map((plan) => toPlanOption(plan, retail.get(plan.id))),
      })),
    };
  });
}

function toPlanOption({ id, size, volume, name, validity, price }: Plan, retail: Minor | undefined) {
  return {
    id: String(id),
    size: formatPlanSize({ size, volume }),
    validity: name ? `${name}, ${validity}` : validity,
    price: formatMoney(price),
    /** In minor units. */
    minor: String(price),
    /** The reseller's usual selling price as text; empty if unknown. */
    retail: retail === undefined ? "" : formatDecimal(retail),
  };
}

/** Builds the options of a plan `Select`, each with its price and the id that batch files use. */
export function buildPlanOptions(plans: readonly PlanView[]): SelectOption[] {
  return plans.map((plan) => ({
    value: String(plan.id),
    label: `${formatPlanLabel(plan)}, ${formatMoney(plan.price)} (${plan.id})`,
  }));
}
