import { isSandboxPlanOnSale, type SandboxCatalogue, type SandboxPlan } from "./catalogue.ts";
import type { UpstreamDialect } from "./dialect.ts";
import {
  formatActive,
  formatListPrice,
  formatSize,
  groupPlansByNetwork,
  type NetworkNode,
} from "./plan-view.ts";

/** §4.1: lists the plans on sale at the standard price, grouped by network. */
export function renderPlainList(catalogue: SandboxCatalogue, dialect: UpstreamDialect): unknown {
  const nodes = groupPlansByNetwork(catalogue, (plan) => isSandboxPlanOnSale(catalogue, plan));
  if (dialect.plainList === "mobile_networks") {
    return { mobile_networks: nodes.map((node) => renderNestedNetwork(node, dialect)) };
  }
  return nodes.flatMap(({ network, types }) =>
    types.flatMap(({ type, plans }) =>
      plans.map((plan) => ({ ...renderPlainPlan(plan, dialect), network: network.name, type: type.name })),
    ),
  );
}

function renderPlainPlan(plan: SandboxPlan, dialect: UpstreamDialect) {
  return {
    id: plan.id,
    ...formatSize(plan, dialect),
    validity: plan.validity,
    amount: formatListPrice(plan.prices.standard, dialect),
  };
}

function renderNestedNetwork({ network, types }: NetworkNode, dialect: UpstreamDialect) {
  return {
    id: network.id,
    name: network.name,
    code: network.code,
    plan_types: types.map(({ type, plans }) => ({
      name: type.name,
      code: type.code,
      active: formatActive(type.active, dialect),
      data_plans: plans.map((plan) => renderPlainPlan(plan, dialect)),
    })),
  };
}
