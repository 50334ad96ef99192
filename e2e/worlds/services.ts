import { listPhoneVariables } from "#sandbox/phones/service";
import type { World } from "./world/world.ts";

const PHONES = { name: "phones", port: 9_101 };
/** The portal's address, as the services outside know it. */
const PORTAL = "http://localhost:3000";

/** Adds the services outside that aren't suppliers. @returns the variables of machines that use them */
export function addServices(world: World): Record<string, string> {
  world.pipes.services.set(PHONES.port, { name: PHONES.name, isUp: true });
  const phones = listPhoneVariables(`http://127.0.0.1:${PHONES.port}`);
  return world.pick([phones.termii, phones.twilio]);
}

/** Starts them outside. */
export async function openServices(world: World): Promise<void> {
  await world.call("outside", "openPhones", { name: PHONES.name, webhooks: `${PORTAL}/api/messages` });
}
