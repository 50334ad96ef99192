import type { HeldLine } from "./held-line.ts";
import type { Queue } from "./queue.ts";
import type { World } from "./world.ts";

/** Has listening connections hear of commits, at moments of their own. */
export class Notifications {
  readonly #world: World;
  readonly #lines: readonly HeldLine[];
  readonly #queue: Queue;
  #isQueued = false;

  constructor(world: World, lines: readonly HeldLine[]) {
    this.#world = world;
    this.#lines = lines;
    this.#queue = world.addQueue();
  }

  /** Asks the listening connections soon, once for all commits until then. */
  deliverSoon(): void {
    if (this.#isQueued) return;
    this.#isQueued = true;
    this.#queue.add(this.#world.now, () => this.#deliver());
  }

  async #deliver(): Promise<void> {
    this.#isQueued = false;
    for (const held of this.#lines.filter(({ line, isDeaf }) => line.isListening && !isDeaf)) {
      const notifications = await held.line.takeNotifications();
      if (notifications.length === 0) continue;
      this.#world.note(`${held.number} hears ${notifications.length}`);
      held.respond(Uint8Array.from(Buffer.concat(notifications)));
    }
  }
}
