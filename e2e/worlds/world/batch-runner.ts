import type { Batch } from "../wire/batches.ts";
import { happenOnce } from "./happen-once.ts";
import type { HeldLine } from "./held-line.ts";
import { Notifications } from "./notifications.ts";
import type { World } from "./world.ts";

const LOCK_LIMIT_MS = 10_000;

/** Runs batches at the database, also those that wait for a lock, and sends their responses on their way. */
export class BatchRunner {
  readonly #world: World;
  readonly #lines: readonly HeldLine[];
  readonly #notifications: Notifications;

  constructor(world: World, lines: readonly HeldLine[]) {
    this.#world = world;
    this.#lines = lines;
    this.#notifications = new Notifications(world, lines);
  }

  /** Runs a batch until it has ended or waits for a lock. */
  async run(held: HeldLine, batch: Batch): Promise<void> {
    this.#world.note(`${held.machine} ${held.number} ${shorten(batch.text)}`);
    await this.#finish(held, await held.line.run(batch, this.#world.now));
  }

  async #finish(held: HeldLine, done: "ended" | "blocked"): Promise<void> {
    const world = this.#world;
    if (done === "blocked") return this.#limitLockWait(held);
    await this.#deliver(held);
    world.now += Math.floor(world.random() * 3);
    for (const waiting of this.#lines.filter(({ line }) => line.running))
      if (!(await waiting.line.process.isBlocked()) && (await waiting.line.waitOn()) === "ended")
        await this.#deliver(waiting);
  }

  /** Ends the wait of a batch for a lock after the portal's limit. */
  #limitLockWait(held: HeldLine): void {
    this.#world.note(`${held.number} waits for a lock`);
    const waiting = held.line.running;
    happenOnce(this.#world, this.#world.now + LOCK_LIMIT_MS, async () => {
      if (!waiting || held.line.running !== waiting) return;
      await held.line.process.cancel();
      await this.#finish(held, await held.line.waitOn());
    });
  }

  async #deliver(held: HeldLine): Promise<void> {
    const { bytes, kinds } = held.line.takeResponse();
    this.#world.note(`${held.number} ${kinds}`);
    if (!IDLE_RESPONSE.test(kinds)) this.#notifications.deliverSoon();
    if (held.isLeft) return held.close();
    if (held.isDeaf) return;
    if (bytes.length > 0) held.respond(Uint8Array.from(bytes));
    if (!held.line.isOpen) held.respond("ended");
  }
}

/** The response to a statement that found nothing to do, or is part of a transaction, so notifies of nothing. */
const IDLE_RESPONSE = /^$|(SELECT|UPDATE|DELETE|INSERT 0) 0 I$|T$/;

const shorten = (text: string) => text.replace(/\s+/g, " ").slice(0, 160);
