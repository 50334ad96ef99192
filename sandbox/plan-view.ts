import type { SandboxCatalogue, SandboxNetwork, SandboxPlan, SandboxPlanType } from "./catalogue.ts";
import type { UpstreamDialect } from "./dialect.ts";
import { formatSandboxAmount, toSandboxJsonNumber } from "./values.ts";

/** Formats a price of a list in the given dialect. */
export function formatListPrice(minor: bigint, { textAmounts }: UpstreamDialect): number | string {
  return textAmounts ? formatSandboxAmount(minor) : toSandboxJsonNumber(minor);
}

export function formatActive(active: boolean, { numericActive }: UpstreamDialect): boolean | number {
  return numericActive ? Number(active) : active;
}

/** Formats `size` and `volume` of a plan. */
export function formatSize(plan: SandboxPlan, { vagueSize }: UpstreamDialect) {
  if (vagueSize) return { size: null, volume: plan.volume.toLowerCase() };
  return { size: plan.size, volume: plan.volume };
}

/** Returns the id of a plan type: its own, or in the shared dialect that of the first type of its name. */
export function listedTypeId(
  catalogue: SandboxCatalogue,
  type: SandboxPlanType,
  { sharedTypeIds }: UpstreamDialect,
): number {
  if (!sharedTypeIds) return type.id;
  return [...catalogue.types.values()].find(({ code }) => code === type.code)?.id ?? type.id;
}

export interface NetworkNode {
  network: SandboxNetwork;
  types: { type: SandboxPlanType; plans: SandboxPlan[] }[];
}

/** Groups the plans that match `keep` by network and type, without empty groups. */
export function groupPlansByNetwork(
  { networks, types, plans }: SandboxCatalogue,
  keep: (plan: SandboxPlan) => boolean,
): NetworkNode[] {
  const selected = [...plans.values()].filter(keep);
  return [...networks.values()]
    .map((network) => ({
      network,
      types: [...types.values()]
        .filter(({ networkId }) => networkId === network.id)
        .map((type) => ({
          type,
          plans: selected.filter((plan) => plan.typeId === type.id && plan.networkId === network.id),
        }))
        .filter((node) => node.plans.length > 0),
    }))
    .filter((node) => node.types.length > 0);
}
