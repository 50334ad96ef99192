import { type PurchaseBody, readResponse } from "#e2e/chaos/api-buyer";
import { buyOnce, type ChaosBuyer, type RequestPurchase } from "#e2e/chaos/buyer";
import type { WorldReplies } from "../live-days.ts";
import type { OpenWorld } from "../open-world.ts";
import type { ApiOutput } from "../thread/portal.ts";
import type { World } from "../world/world.ts";

/** The longest that a program waits for a response before it asks again, in ms. */
const MAX_WAIT_MS = 30_000;
const MAX_REST_MS = 6_000;
/** How much longer than a program of chaos it waits before it tries again: most of a day were rejections else. */
const PATIENCE = 12;

/** Has each program buy one thing after the other until its end. */
export function startBuyers(open: OpenWorld, replies: WorldReplies): { end(): Promise<void> } {
  const { world, programs, offers } = open;
  let isOpen = true;
  const clock = { now: () => world.now, pause: (ms: number) => world.sleep(ms * PATIENCE) };
  const buying = programs.map(async ({ reseller, token }) => {
    const buyer: ChaosBuyer = {
      ...{
        name: String(reseller),
        channel: "api" as const,
        readings: [],
        answers: [],
        reseller,
        offers,
        clock,
        ...replies,
        random: world.random,
      },
      ask: createProgram(world, token),
      portals: [],
    };
    for (let n = 1; isOpen; n++) {
      await world.sleep(world.between(200, MAX_REST_MS));
      await buyOnce({ ...buyer, portals: await waitForPortals(open) }, n);
    }
  });
  async function waitForPortals({ machines: { listUp } }: OpenWorld): Promise<string[]> {
    while (listUp().length === 0) await world.sleep(1_000);
    return listUp();
  }
  return {
    async end() {
      isOpen = false;
      await Promise.all(buying);
    },
  };
}

/** Requests a purchase as a program does. What gets no response in time is unknown to it. */
const createProgram =
  (world: World, token: string): RequestPurchase =>
  async (machine, { ref, planId, networkId, phone }) => {
    const body = { plan: planId, network: networkId, mobile_number: phone };
    const request = { method: "POST", path: `/api/data/${ref}`, token, body };
    const responded = world.call<ApiOutput | undefined>(machine, "request", request).catch(() => undefined);
    const response = await Promise.race([responded, world.sleep(MAX_WAIT_MS).then(() => undefined)]);
    if (!response) return undefined;
    const headers = { get: (name: string) => response.headers[name] ?? null };
    return readResponse({ status: response.status, headers }, (response.body ?? {}) as PurchaseBody);
  };
