import type { OpenWorld } from "./open-world.ts";

/** How long at most something is waited for that a fault should meet, in ms. */
const MAX_WAIT_MS = 8_000;

/** Waits for a random moment, mostly until a purchase is being sent: most of what a kill breaks is then. */
export async function awaitSending({ world }: OpenWorld): Promise<void> {
  await world.sleep(world.between(0, MAX_WAIT_MS));
  if (world.chance(0.3)) return;
  for (const until = world.now + MAX_WAIT_MS; world.now < until; await world.sleep(world.between(5, 80))) {
    const [row] = await world.do(() => world.observer`select from purchases where state = 'sending' limit 1`);
    if (row) return;
  }
}
