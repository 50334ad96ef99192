import type { Wish } from "../acts/resellers.ts";
import type { OpenWorld } from "../open-world.ts";

/** Calls a function of any machine; what a fault keeps it from is not done. */
export async function act(open: OpenWorld, name: string, input: unknown = {}): Promise<void> {
  const up = open.machines.listUp();
  if (up.length > 0) await open.world.call(open.world.pick(up), name, input).catch(() => {});
}

/** Chooses a bundle and a number. */
export const wish = ({ world, offers }: OpenWorld): Wish => ({
  ...world.pick(offers),
  phone: `0806${String(world.between(0, 9_999_999)).padStart(7, "0")}`,
});
