import { listProviderVariables } from "#sandbox/payments/server";
import { SANDBOX_PROVIDERS } from "#sandbox/payments/world";
import { listPhoneVariables } from "#sandbox/phones/service";
import type { World } from "./world/world.ts";

const BANK = { name: "bank", port: 9_102 };
const PHONES = { name: "phones", port: 9_101 };
/** The portal's address, as the services outside know it. */
const PORTAL = "http://localhost:3000";

export interface Services {
  /** The variables of machines that use them. */
  variables: Record<string, string>;
  /** The payment providers whose keys are set. */
  providers: string[];
}

/** Adds the services outside that aren't suppliers. */
export function addServices(world: World): Services {
  for (const { name, port } of [BANK, PHONES]) world.pipes.services.set(port, { name, isUp: true });
  const phones = listPhoneVariables(`http://127.0.0.1:${PHONES.port}`);
  // Each further provider adds lanes that look for work.
  const absent = world.pick(SANDBOX_PROVIDERS);
  const names = SANDBOX_PROVIDERS.filter((name) => name !== absent).slice(0, world.between(1, 2));
  const ofNames = Object.entries(listProviderVariables(`http://127.0.0.1:${BANK.port}`)).filter(
    ([variable]) => names.some((name) => variable.startsWith(name.toUpperCase())),
  );
  const variables = { ...world.pick([phones.termii, phones.twilio]), ...Object.fromEntries(ofNames) };
  return { variables, providers: names };
}

/** Starts them outside. */
export async function openServices(world: World): Promise<void> {
  await world.call("outside", "openBank", {
    ...{ name: BANK.name, url: `http://127.0.0.1:${BANK.port}`, webhooks: `${PORTAL}/api/payments` },
  });
  await world.call("outside", "openPhones", { name: PHONES.name, webhooks: `${PORTAL}/api/messages` });
}
