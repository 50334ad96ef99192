import type { OpenWorld } from "../open-world.ts";
import { act, actUntilDone, pickPhone, wish } from "./people.ts";

const REST_MS = 4_000;
/** Purchases of a plan type that fail in a row: enough for it to be paused automatically. */
const FAILURES = 12;

/** Has a supplier fail a network's purchases, or an admin pause a plan type; then all lines are resumed. */
export async function breakLine(open: OpenWorld): Promise<void> {
  const { world, suppliers, offers, admin } = open;
  const { planId, networkId } = world.pick(offers);
  const n = world.between(0, suppliers.length - 1);
  const fault = { execute: "fail", text: "Gateway timeout" };
  if (world.chance(0.5)) await act(open, "pauseLine", { admin, supplierId: n + 1, planId });
  else
    await world.call("outside", "control", {
      ...{ name: suppliers[n], verb: "order" },
      input: { fault, on: { network: networkId }, times: FAILURES },
    });
  await world.sleep(world.between(1_000, 2 * REST_MS));
  while ((await actUntilDone<boolean>(open, "resumeLines", { admin })) === false) await world.sleep(500);
}

/** Has an admin erase a customer; or a reseller who just bought, whose account is closed for it. */
export async function erase(open: OpenWorld): Promise<void> {
  const { world, admin } = open;
  await act(open, "eraseCustomer", { admin, phone: pickPhone(open) });
  const email = `buyer-${world.between(0, 1e9)}@example.com`;
  await act(open, "addBuyer", { email, wishes: [wish(open), wish(open)] });
  for (let tries = 0; tries < 2; tries++) {
    await world.sleep(world.between(0, REST_MS));
    await act(open, "closeAndErase", { admin, email });
  }
}
