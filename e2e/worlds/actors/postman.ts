import type { OpenWorld } from "../open-world.ts";
import type { SentWebhook } from "../outside/webhooks.ts";

const ROUND_MS = 2_000;
const [LOST, FORGOTTEN, LATE, TWICE] = [0.1, 0.05, 0.25, 0.15];
const LATE_MS = [1_000, 90_000] as const;

/**
 * Takes the webhooks of services outside to the portal: some late, so that a later one overtakes them, twice, or not
 * at all; of some, the service never hears again and doesn't repeat them.
 */
export async function startPostman(open: Pick<OpenWorld, "world" | "machines">): Promise<never> {
  const { world } = open;
  for (;;) {
    await world.sleep(ROUND_MS);
    for (const webhook of await world.call<SentWebhook[]>("outside", "takeWebhooks"))
      void carry(open, webhook);
  }
}

async function carry(
  { world, machines }: Pick<OpenWorld, "world" | "machines">,
  webhook: SentWebhook,
): Promise<void> {
  if (world.chance(FORGOTTEN)) return;
  await world.sleep(world.chance(LATE) ? world.between(...LATE_MS) : world.between(10, 400));
  const up = machines.listUp();
  const isLost = world.chance(LOST) || up.length === 0;
  const took = () => world.call<number>(world.pick(up), "receiveWebhook", webhook).catch(() => null);
  const [status = null] = isLost ? [] : await Promise.all(world.chance(TWICE) ? [took(), took()] : [took()]);
  await world.call("outside", "endWebhook", { id: webhook.id, status });
}
