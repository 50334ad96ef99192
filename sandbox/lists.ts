import { canned } from "./canned.ts";
import { filtered } from "./filtered-list.ts";
import { pause, seen } from "./pause.ts";
import { plain } from "./plain-list.ts";
import type { Exchange } from "./receive.ts";
import { send } from "./send.ts";
import type { World } from "./world.ts";

/** §4.1 and §4.2, with the fault that is due. */
export async function lists(world: World, exchange: Exchange) {
  const { entry } = exchange;
  const fault = world.faults.pick(seen(exchange), false);
  entry.fault = fault;
  await world.gate.latency(world.settings.latencyMs);
  await pause(world, exchange, "before");
  const answer = canned(world, exchange, fault) ?? list(world, exchange);
  await pause(world, exchange, "after");
  await send(world, exchange, { ...answer, status: fault?.httpStatus ?? answer.status }, fault?.answer);
}

function list({ catalogue, settings }: World, { entry }: Exchange) {
  const dialect = { ...settings.dialect, ...entry.fault?.dialect };
  if (entry.route === "plain") return { status: 200, body: plain(catalogue, dialect) };
  return filtered(catalogue, entry.query, dialect);
}
