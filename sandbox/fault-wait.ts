import type { FaultRequest } from "./fault-book.ts";
import type { SandboxExchange } from "./receive.ts";
import type { SandboxWorld } from "./world.ts";

/** Reads the facts of a request that faults are matched with. */
export function describeForFaults({ entry }: SandboxExchange): FaultRequest {
  const { plan, mobile_number, network } = (entry.body ?? {}) as Record<string, unknown>;
  return {
    route: entry.route,
    phone: mobile_number === undefined ? null : String(mobile_number),
    ref: entry.ref,
    plan: plan === undefined ? null : Number(plan),
    network: network === undefined ? null : Number(network),
  };
}

/** Waits before or after executing as the fault orders, for a time or until released. Throws Dropped. */
export async function applyFaultWait(
  world: SandboxWorld,
  { entry }: SandboxExchange,
  moment: "before" | "after",
) {
  const { gate, log } = world;
  await gate.wait((moment === "before" ? entry.fault?.delayMs : entry.fault?.answerDelayMs) ?? 0);
  if (entry.fault?.hold !== moment) return;
  const released = gate.hold(entry.n);
  entry.held = moment;
  log.touch(entry);
  await released;
  entry.held = null;
}
