import { isSandboxPlanOnSale, type SandboxCatalogue, type SandboxPlan } from "./catalogue.ts";
import type { UpstreamDialect } from "./dialect.ts";
import { faultResponse } from "./fault-response.ts";
import { applyFaultWait, describeForFaults } from "./fault-wait.ts";
import { renderFilteredList } from "./filtered-list.ts";
import {
  formatActive,
  formatListPrice,
  formatSize,
  groupPlansByNetwork,
  type NetworkNode,
} from "./plan-view.ts";
import type { SandboxExchange } from "./receive.ts";
import { sendSandboxResponse } from "./send.ts";
import type { SandboxWorld } from "./world.ts";

/** Serves both lists, with the fault for the request (interface: Plain list, Filtered list). */
export async function servePlanLists(world: SandboxWorld, exchange: SandboxExchange) {
  const { entry } = exchange;
  const fault = world.faults.pick(describeForFaults(exchange), false);
  entry.fault = fault;
  await world.gate.latency(world.settings.latencyMs);
  await applyFaultWait(world, exchange, "before");
  const answer = faultResponse(world, exchange, fault) ?? renderList(world, exchange);
  await applyFaultWait(world, exchange, "after");
  await sendSandboxResponse(
    world,
    exchange,
    { ...answer, status: fault?.httpStatus ?? answer.status },
    fault?.answer,
  );
}

function renderList({ catalogue, settings }: SandboxWorld, { entry }: SandboxExchange) {
  const dialect = { ...settings.dialect, ...entry.fault?.dialect };
  if (entry.route === "plain") return { status: 200, body: renderPlainList(catalogue, dialect) };
  return renderFilteredList(catalogue, entry.query, dialect);
}

/** Lists the plans on sale at the standard price, grouped by network (interface: Plain list). */
function renderPlainList(catalogue: SandboxCatalogue, dialect: UpstreamDialect): unknown {
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
