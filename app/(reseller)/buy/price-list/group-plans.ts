import type { PlanView } from "#lib/catalogue/plan-view";

/** The plans of one network and type. */
export interface PlanGroup {
  key: string;
  networkName: string;
  typeName: string;
  plans: PlanView[];
}

/** The list grouped by network and type, in its own order. */
export function groupPlans(plans: readonly PlanView[]): PlanGroup[] {
  const groups = new Map<string, PlanGroup>();
  for (const plan of plans) {
    const { networkName, typeName } = plan;
    const key = `${plan.networkId}-${plan.typeId}`;
    const group = groups.get(key) ?? { key, networkName, typeName, plans: [] };
    group.plans.push(plan);
    groups.set(key, group);
  }
  return [...groups.values()];
}
