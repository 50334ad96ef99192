import { faultResponse } from "./fault-response.ts";
import { applyFaultWait, describeForFaults } from "./fault-wait.ts";
import { renderFilteredList } from "./filtered-list.ts";
import { renderPlainList } from "./plain-list.ts";
import type { SandboxExchange } from "./receive.ts";
import { sendSandboxResponse } from "./send.ts";
import type { SandboxWorld } from "./world.ts";

/** Serves §4.1 and §4.2, with the fault for the request. */
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
