import { setTimeout as pause } from "node:timers/promises";
import type { Ctx } from "#lib/core/context";
import type { SandboxControl } from "#sandbox/control-client";
import { pickRandom } from "#sandbox/random";
import type { PortalGroup } from "./portals.ts";
import { type Promotion, promote } from "./run-promotions.ts";
import type { ChaosWorld } from "./world.ts";

/** The processes and upstreams of a run, and this process's own way to the database. */
export interface ChaosSystem {
  system: Ctx;
  world: ChaosWorld;
  portals: PortalGroup;
  /** Of all upstreams, the main one first. */
  controls: readonly SandboxControl[];
}

export interface Killed {
  portals: number;
  databases: number;
  promotions: Promotion[];
}

/**
 * Kills a portal, and one time in ten PostgreSQL, at moments that the seed chooses. Of several upstreams one is away for a
 * moment now and then.
 */
export async function killAll(
  { system, world, portals, controls }: ChaosSystem,
  kills: number,
  random: () => number,
): Promise<Killed> {
  const killed: Killed = { portals: 0, databases: 0, promotions: [] };
  const { promotions } = killed;
  const busy = new Map<number, Promise<void>>();
  while (killed.portals + killed.databases < kills) {
    await pause(20 + random() * 250);
    // After each fourth of the kills another database takes over, the second time with a process that ends.
    if (kills >= 4 && killed.portals + killed.databases >= ((promotions.length + 1) * kills) / 4) {
      await Promise.all(busy.values());
      promotions.push(await promote(system, world, portals, controls, promotions.length === 1));
    }
    if (controls.length > 1 && random() < 0.05) await takeAway(pickRandom(random, controls));
    // However few there are, the last is the database if none was before.
    if (random() < 0.1 || (killed.databases === 0 && killed.portals === kills - 1)) {
      await world.killDatabase();
      killed.databases += 1;
      continue;
    }
    const index = Math.floor(random() * portals.count);
    if (busy.has(index)) continue;
    busy.set(
      index,
      portals.kill(index).finally(() => busy.delete(index)),
    );
    killed.portals += 1;
    if (busy.size === portals.count) await Promise.race(busy.values());
  }
  await Promise.all(busy.values());
  return killed;
}

/** Cuts an upstream off for a second, with its open requests. */
async function takeAway(control: SandboxControl): Promise<void> {
  await control.down();
  await pause(1_000);
  await control.up();
}
