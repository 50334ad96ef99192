import type { PlanListView } from "#lib/catalogue/list";
import { formatMoney } from "#lib/core/money";
import type { PrepareView } from "#lib/purchase/place/prepare";

/** All that can be chosen, small enough to be in the page: choosing needs no way to the server. */
export interface NetworkOption {
  id: string;
  name: string;
  /** The type that is chosen with the network: the last one bought, else the first. */
  usual: string;
  types: TypeOption[];
}

export interface TypeOption {
  id: string;
  name: string;
  plans: PlanOption[];
}

export interface PlanOption {
  id: string;
  size: string;
  validity: string;
  price: string;
  /** In minor units. */
  minor: string;
}

type Plan = PlanListView["plans"][number];

/** The plans as choices: networks, their types, their plans, in the order of the price list. */
export function optionsOf(plans: readonly Plan[], types: PrepareView["types"]): NetworkOption[] {
  return [...Map.groupBy(plans, (plan) => plan.networkId)].map(([networkId, ofNetwork]) => {
    const last = types.find((type) => type.networkId === networkId)?.typeId;
    const usual = ofNetwork.some((plan) => plan.typeId === last) ? last : ofNetwork[0]?.typeId;
    return {
      id: String(networkId),
      name: ofNetwork[0]?.networkName ?? "",
      usual: String(usual ?? ""),
      types: [...Map.groupBy(ofNetwork, (plan) => plan.typeId)].map(([typeId, ofType]) => ({
        id: String(typeId),
        name: ofType[0]?.typeName ?? "",
        plans: ofType.map(planOption),
      })),
    };
  });
}

function planOption({ id, size, volume, name, validity, price }: Plan): PlanOption {
  return {
    id: String(id),
    size: `${size} ${volume}`.trim(),
    validity: name ? `${name}, ${validity}` : validity,
    price: formatMoney(price),
    minor: String(price),
  };
}
