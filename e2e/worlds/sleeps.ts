import type { World } from "./world/world.ts";

/** The times in which all machines of a world sleep. */
export class Sleeps {
  readonly #world: World;
  readonly #times: { from: number; until: number }[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  async until(at: number): Promise<void> {
    const from = this.#world.now;
    await this.#world.sleepUntil(at);
    this.#times.push({ from, until: this.#world.now });
  }

  /** The time from one instant to another in which machines didn't sleep, in ms. */
  countAwake(from: number, until: number): number {
    const asleep = this.#times.map((each) => Math.min(each.until, until) - Math.max(each.from, from));
    return until - from - asleep.reduce((sum, ms) => sum + Math.max(0, ms), 0);
  }
}
