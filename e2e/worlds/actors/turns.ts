import type { OpenWorld } from "../open-world.ts";
import { act } from "./people.ts";

const MAX_REST_MS = 20_000;
const MAX_TRIES = 20;

/** Has an admin turn a supplier off for a while. */
export async function turnOff(open: OpenWorld): Promise<void> {
  const { world, admin, suppliers } = open;
  await act(open, "turnOff", { admin, supplierId: world.between(1, suppliers.length) });
  await world.sleep(world.between(1_000, MAX_REST_MS));
  await turnBack(open);
}

/** Has an admin restrict a reseller for a while. */
export async function restrict(open: OpenWorld): Promise<void> {
  const { world, admin, programs } = open;
  await act(open, "restrict", { admin, resellerId: world.pick(programs).reseller });
  await world.sleep(world.between(1_000, MAX_REST_MS));
  await turnBack(open);
}

/** Has an admin turn all suppliers on and lift all restrictions; another database may know of others. */
export async function turnBack(open: Pick<OpenWorld, "world" | "machines" | "admin">): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (await act<boolean>(open, "turnBack", { admin: open.admin })) return;
    await open.world.sleep(1_000);
  }
}
