import type { Catalogue, Network, Plan, PlanType } from "./catalogue.ts";
import type { Dialect } from "./dialect.ts";
import { decimal, jsonNumber } from "./money.ts";

/** A price as the dialect writes it in a list. */
export function price(minor: bigint, { textAmounts }: Dialect): number | string {
  return textAmounts ? decimal(minor) : jsonNumber(minor);
}

export function activeness(active: boolean, { numericActive }: Dialect): boolean | number {
  return numericActive ? Number(active) : active;
}

/** `size` and `volume` of a plan. */
export function measure(plan: Plan, { vagueSize }: Dialect) {
  if (vagueSize) return { size: null, volume: plan.volume.toLowerCase() };
  return { size: plan.size, volume: plan.volume };
}

/** The id of a plan type: its own, or in the shared dialect that of the first type of its name. */
export function typeId(catalogue: Catalogue, type: PlanType, { sharedTypeIds }: Dialect): number {
  if (!sharedTypeIds) return type.id;
  return [...catalogue.types.values()].find(({ code }) => code === type.code)?.id ?? type.id;
}

export interface NetworkNode {
  network: Network;
  types: { type: PlanType; plans: Plan[] }[];
}

/** The plans that `keep` keeps, by network and type; what is left empty is left out. */
export function tree({ networks, types, plans }: Catalogue, keep: (plan: Plan) => boolean): NetworkNode[] {
  const kept = [...plans.values()].filter(keep);
  return [...networks.values()]
    .map((network) => ({
      network,
      types: [...types.values()]
        .filter(({ networkId }) => networkId === network.id)
        .map((type) => ({
          type,
          plans: kept.filter((plan) => plan.typeId === type.id && plan.networkId === network.id),
        }))
        .filter((node) => node.plans.length > 0),
    }))
    .filter((node) => node.types.length > 0);
}
