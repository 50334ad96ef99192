import { canned } from "./canned.ts";
import { filtered } from "./filtered-list.ts";
import { plain } from "./plain-list.ts";
import { seen } from "./purchase.ts";
import type { Exchange } from "./receive.ts";
import { send } from "./send.ts";
import type { World } from "./world.ts";

/** §4.1 and §4.2, with the fault that is due. */
export async function lists(world: World, exchange: Exchange) {
  const { entry } = exchange;
  const fault = world.faults.pick(seen(exchange), false);
  entry.fault = fault;
  await world.gate.latency(world.settings.latencyMs);
  await world.gate.wait((fault?.delayMs ?? 0) + (fault?.answerDelayMs ?? 0));
  const dialect = { ...world.settings.dialect, ...fault?.dialect };
  const list = () =>
    entry.route === "plain"
      ? { status: 200, body: plain(world.catalogue, dialect) }
      : filtered(world.catalogue, entry.query, dialect);
  const answer = canned(world, exchange, fault) ?? list();
  await send(world, exchange, { ...answer, status: fault?.httpStatus ?? answer.status }, fault?.answer);
}
