import type { Seen } from "./fault-book.ts";
import type { Exchange } from "./receive.ts";
import type { World } from "./world.ts";

/** The request as far as faults care. */
export function seen({ entry }: Exchange): Seen {
  const { plan, mobile_number } = (entry.body ?? {}) as Record<string, unknown>;
  return {
    route: entry.route,
    phone: mobile_number === undefined ? null : String(mobile_number),
    ref: entry.ref,
    plan: plan === undefined ? null : Number(plan),
  };
}

/** The wait that the fault orders before or after executing, by time or until released. Throws Dropped. */
export async function pause(world: World, { entry }: Exchange, moment: "before" | "after") {
  const { gate, log } = world;
  await gate.wait((moment === "before" ? entry.fault?.delayMs : entry.fault?.answerDelayMs) ?? 0);
  if (entry.fault?.hold !== moment) return;
  const released = gate.hold(entry.n);
  entry.held = moment;
  log.touch(entry);
  await released;
  entry.held = null;
}
