import type { Wish } from "../acts/resellers.ts";
import type { OpenWorld } from "../open-world.ts";

/** Calls a function of any machine; what a fault keeps it from is not done. @returns undefined then */
export async function act<T>(
  open: Pick<OpenWorld, "world" | "machines">,
  name: string,
  input: unknown = {},
): Promise<T | undefined> {
  const up = open.machines.listUp();
  return up.length > 0
    ? open.world.call<T>(open.world.pick(up), name, input).catch(() => undefined)
    : undefined;
}

/** Does the same, again where nothing came of it, as people do who got no response. */
export async function actUntilDone<T>(open: OpenWorld, name: string, input: unknown): Promise<T | undefined> {
  for (let tries = 0; tries < 3; tries++) {
    const result = await act<T>(open, name, input);
    if (result !== undefined) return result;
    await open.world.sleep(open.world.between(500, 2_000));
  }
  return undefined;
}

/** Chooses a bundle and a number. */
export const wish = (open: OpenWorld): Wish => ({ ...open.world.pick(open.offers), phone: pickPhone(open) });

export const pickPhone = ({ world }: OpenWorld): string =>
  `0806${String(world.between(0, 9_999_999)).padStart(7, "0")}`;
