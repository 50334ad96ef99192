import { type PurchaseBody, readResponse } from "#e2e/chaos/api-buyer";
import { buyOnce, type ChaosBuyer, type RequestPurchase } from "#e2e/chaos/buyer";
import type { ProgramOfWorld } from "../acts/set-up.ts";
import type { WorldReplies } from "../live-days.ts";
import type { OpenWorld } from "../open-world.ts";
import type { ApiOutput } from "../thread/portal.ts";
import type { World } from "../world/world.ts";

type ProgramToken = ProgramOfWorld["token"];

/** The longest that a program waits for a response before it asks again, in ms. */
const MAX_WAIT_MS = 30_000;
const MAX_REST_MS = 2_500;
/** How much longer than a program of chaos it waits before it tries again: most of a day were rejections else. */
const MAX_RETRY_FACTOR = 12;
/** How often a program with limits renews its token before a purchase; before its first one always. */
const RENEWAL_RATE = 0.6;

/** Has each program buy one thing after the other until its end. */
export function startBuyers(open: OpenWorld, replies: WorldReplies): { end(): Promise<void> } {
  const { world, programs, offers } = open;
  let isOpen = true;
  const clock = { now: () => world.now, pause: (ms: number) => world.sleep(ms * MAX_RETRY_FACTOR) };
  const buying = programs.map(async (program) => {
    const { reseller, spender } = program;
    const tokens = [program.token];
    const buyer: ChaosBuyer = {
      ...{
        name: String(reseller),
        channel: "api" as const,
        readings: [],
        answers: [],
        reseller,
        spender,
        offers,
        clock,
        ...replies,
        random: world.random,
      },
      ask: createProgram(world, tokens),
      portals: [],
    };
    for (let n = 1; isOpen; n++) {
      await world.sleep(world.between(200, MAX_REST_MS));
      const portals = await waitForPortals(open);
      if (spender && (n === 1 || world.chance(RENEWAL_RATE)))
        await renewToken(world, world.pick(portals), tokens);
      await buyOnce({ ...buyer, portals }, n);
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

/** Renews the newest token. Without a response the program uses those that it has. */
async function renewToken(world: World, machine: string, tokens: ProgramToken[]): Promise<void> {
  const { id } = tokens.at(-1) as ProgramToken;
  const renewed = await world.call<ProgramToken>(machine, "renewToken", { id }).catch(() => undefined);
  if (renewed) tokens.push(renewed);
}

/**
 * Requests a purchase as a program does, with its tokens in turn: all share their limits. What gets no response in time is
 * unknown to it. A renewed token may be lost with its database.
 */
function createProgram(world: World, tokens: ProgramToken[]): RequestPurchase {
  let calls = 0;
  return async (machine, { ref, planId, networkId, phone }) => {
    const chosen = tokens[calls++ % tokens.length] as ProgramToken;
    const body = { plan: planId, network: networkId, mobile_number: phone };
    const request = { method: "POST", path: `/api/data/${ref}`, token: chosen.token, body };
    const responded = world.call<ApiOutput | undefined>(machine, "request", request).catch(() => undefined);
    const response = await Promise.race([responded, world.sleep(MAX_WAIT_MS).then(() => undefined)]);
    if (!response) return undefined;
    if (response.status === 401 && tokens.length > 1) tokens.splice(tokens.indexOf(chosen), 1);
    const headers = { get: (name: string) => response.headers[name] ?? null };
    return readResponse({ status: response.status, headers }, (response.body ?? {}) as PurchaseBody);
  };
}
