import { PHONE_FAULTS } from "#sandbox/phones/world";
import type { OpenWorld } from "../open-world.ts";
import { act, wish } from "./people.ts";

/** Has a shop's reseller buy for a customer who wants a message, which the phone's provider may not take. */
export async function buyWithMessage(open: OpenWorld): Promise<void> {
  const { world, shops } = open;
  const wanted = wish(open);
  const to = `+234${wanted.phone.slice(1)}`;
  const kind = world.chance(0.4) ? world.pick(PHONE_FAULTS) : undefined;
  await world.call("outside", "setPhoneFaults", kind ? [{ kind, to }] : []);
  await act(open, "buyWithMessage", { reseller: world.pick(shops).reseller, wish: wanted });
  await world.sleep(world.between(2_000, 8_000));
  await world.call("outside", "setPhoneFaults", []);
  if (world.chance(0.2)) await world.call("outside", "replyByPhone", { from: to, text: "STOP" });
}
