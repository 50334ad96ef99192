import type { Batch } from "../wire/batches.ts";
import { BatchRunner } from "./batch-runner.ts";
import { HeldLine } from "./held-line.ts";
import { chooseLoss, giveUpSilent, type LineLoss } from "./line-loss.ts";
import type { World } from "./world.ts";

/** All connections of machines to the database: the world decides when each batch runs and when its response arrives. */
export class DatabaseLines {
  readonly #world: World;
  readonly #port: number;
  readonly #held: HeldLine[] = [];
  readonly #runner: BatchRunner;
  #opened = 0;
  /** How often a statement, or its response, is lost. */
  lossRate = 0;
  onLoss: (loss: LineLoss) => Promise<void> = async () => {};

  constructor(world: World, port: number) {
    this.#world = world;
    this.#port = port;
    this.#runner = new BatchRunner(world, this.#held);
  }

  open(machine: string, socket: number): void {
    const opened = { number: ++this.#opened, port: this.#port, machine, socket };
    const held = new HeldLine(this.#world, this.#held, opened);
    this.#held.push(held);
    held.respond("connected");
  }

  /** @returns whether it is one of these connections. */
  write(machine: string, socket: number, bytes: Uint8Array): boolean {
    const held = this.#find(machine, socket);
    if (!held) return false;
    if (held.isDeaf) return true;
    for (const batch of held.line.read(bytes))
      held.requests.add(this.#world.now, () => this.#run(held, batch));
    return true;
  }

  /** Runs a batch, unless its connection is lost before; it may be lost after it. */
  async #run(held: HeldLine, batch: Batch): Promise<void> {
    const loss = chooseLoss(this.#world, this.lossRate, held, batch);
    if (loss) {
      this.#world.note(`${held.number} is lost: ${loss}`);
      await this.onLoss(loss);
    }
    if (loss === "cut before") return held.cut();
    held.isDeaf = loss === "silence";
    await this.#runner.run(held, batch);
    if (loss === "cut after" && !held.isLeft) await held.cut();
    if (held.isDeaf) giveUpSilent(this.#world, held);
  }

  /** Ends the transactions of machines that sleep, as the server does soon. */
  async endTransactions(): Promise<void> {
    for (const held of this.#held.filter(({ line }) => line.isInTransaction && !line.running))
      await held.cut();
  }

  /** Whether no statement is under way, on its way or within a transaction. */
  get areQuiet(): boolean {
    return this.#held.every(({ line, requests }) => {
      return !line.running && !line.isInTransaction && requests.items.length === 0;
    });
  }

  /** Lets the server end all connections, also those that wait for a lock, and the machines hear of it. */
  async cutAll(end: () => Promise<void>): Promise<void> {
    for (const { line } of this.#held) line.process.wake();
    await end();
    for (const held of [...this.#held]) {
      held.line.running = undefined;
      await (held.isDeaf || held.isLeft ? held.close() : held.cut());
    }
  }

  /** Lets the server close a connection that the machine has ended, after what it sent before. */
  end(machine: string, socket: number): boolean {
    const held = this.#find(machine, socket);
    if (!held) return false;
    if (held.isDeaf) return true;
    held.requests.add(this.#world.now, async () => {
      await held.line.close();
      held.respond("ended");
    });
    return true;
  }

  async closeFrom(machine: string, socket: number): Promise<boolean> {
    const held = this.#find(machine, socket);
    if (held) await held.close();
    return held !== undefined;
  }

  /** Drops the connections of a machine that is gone. */
  async leave(machine: string): Promise<void> {
    for (const held of this.#held.filter((each) => each.machine === machine)) {
      // What it wrote last is on its way, or was never sent.
      const [last] = this.#world.chance(0.5) ? held.requests.items : [];
      await held.close(last);
    }
  }

  async closeAll(): Promise<void> {
    for (const held of [...this.#held]) {
      held.line.process.wake();
      await held.close();
    }
  }

  #find = (machine: string, socket: number) =>
    this.#held.find((held) => held.machine === machine && held.socket === socket && !held.isLeft);
}
