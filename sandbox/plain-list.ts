import { type Catalogue, onSale, type Plan } from "./catalogue.ts";
import type { Dialect } from "./dialect.ts";
import { activeness, measure, type NetworkNode, price, tree } from "./plan-view.ts";

/** §4.1: the plans on sale at the standard price, grouped by network. */
export function plain(catalogue: Catalogue, dialect: Dialect): unknown {
  const nodes = tree(catalogue, (plan) => onSale(catalogue, plan));
  if (dialect.plainList === "mobile_networks") {
    return { mobile_networks: nodes.map((node) => nested(node, dialect)) };
  }
  return nodes.flatMap(({ network, types }) =>
    types.flatMap(({ type, plans }) =>
      plans.map((plan) => ({ ...item(plan, dialect), network: network.name, type: type.name })),
    ),
  );
}

function item(plan: Plan, dialect: Dialect) {
  return {
    id: plan.id,
    ...measure(plan, dialect),
    validity: plan.validity,
    amount: price(plan.prices.standard, dialect),
  };
}

function nested({ network, types }: NetworkNode, dialect: Dialect) {
  return {
    id: network.id,
    name: network.name,
    code: network.code,
    plan_types: types.map(({ type, plans }) => ({
      name: type.name,
      code: type.code,
      active: activeness(type.active, dialect),
      data_plans: plans.map((plan) => item(plan, dialect)),
    })),
  };
}
