import type { Batch } from "../wire/batches.ts";
import { DatabaseLine } from "./database-line.ts";
import type { HeldLine } from "./held-line.ts";
import { Notifications } from "./notifications.ts";
import type { Happening } from "./queue.ts";
import type { World } from "./world.ts";

/** The ways to lose a connection: before its statement ran, after it, or after it without any sign. */
const LOSSES = ["cut before", "cut after", "silence"] as const;
type LineLoss = (typeof LOSSES)[number];

/** How much more often a statement in a transaction is lost: what follows it may not continue elsewhere. */
const IN_TRANSACTION = 5;
const LOCK_LIMIT_MS = 10_000;
const IDLE_LIMIT_MS = 30_000;

/** All connections of machines to the database: the world decides when each batch runs and when its response arrives. */
export class DatabaseLines {
  readonly #world: World;
  readonly #port: number;
  readonly #held: HeldLine[] = [];
  readonly #notifications: Notifications;
  #opened = 0;
  /** How often a statement, or its response, is lost. */
  lossRate = 0;
  onLoss: (loss: LineLoss) => Promise<void> = async () => {};

  constructor(world: World, port: number) {
    this.#world = world;
    this.#port = port;
    this.#notifications = new Notifications(world, this.#held);
  }

  open(machine: string, socket: number): void {
    const world = this.#world;
    const held: HeldLine = {
      ...{ socket, machine, isLeft: false, isDeaf: false, number: ++this.#opened },
      thread: world.threads.get(machine),
      line: new DatabaseLine(this.#port, world.observer),
      requests: world.addQueue(),
      responses: world.addQueue(),
    };
    this.#held.push(held);
    held.responses.add(world.now, () => world.apply(machine, { kind: "socket", socket, did: "connected" }));
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

  async #run(held: HeldLine, batch: Batch): Promise<void> {
    const world = this.#world;
    const rate = this.lossRate * (held.line.isInTransaction ? IN_TRANSACTION : 1);
    const loss = batch.endsBy === "ready" && world.chance(rate) ? world.pick(LOSSES) : undefined;
    if (loss) {
      world.note(`${held.number} is lost: ${loss}`);
      await this.onLoss(loss);
    }
    if (loss === "cut before") return this.#cut(held);
    held.isDeaf = loss === "silence";
    world.note(`${held.machine} ${held.number} ${shorten(batch.text)}`);
    await this.#finish(held, await held.line.run(batch, world.now));
    if (loss === "cut after" && !held.isLeft) await this.#cut(held);
    if (held.isDeaf) this.#giveUp(held);
  }

  /**
   * Has the server give up a silent client, in time: its transaction would hold locks. The client's network tells it then,
   * which takes some minutes really: it limits no statement within a transaction.
   */
  #giveUp(held: HeldLine): void {
    const end = this.#world.addQueue();
    end.add(this.#world.now + IDLE_LIMIT_MS, async () => {
      this.#world.queues.delete(end);
      if (!held.isLeft) await this.#cut(held);
    });
  }

  /** Ends the transactions of machines that sleep, as the server does soon. */
  async endTransactions(): Promise<void> {
    for (const held of this.#held.filter(({ line }) => line.isInTransaction && !line.running))
      await this.#cut(held);
  }

  /** Whether no statement is under way, on its way or within a transaction. */
  get areQuiet(): boolean {
    return this.#held.every(({ line, requests }) => {
      return !line.running && !line.isInTransaction && requests.items.length === 0;
    });
  }

  /** Lets the server end all connections, also those that wait for a lock, and the machines hear of it. */
  async cutAll(end: () => Promise<void>): Promise<void> {
    for (const { line } of this.#held) line.wake();
    await end();
    for (const held of [...this.#held]) {
      held.line.running = undefined;
      await (held.isDeaf || held.isLeft ? this.#close(held) : this.#cut(held));
    }
  }

  /** Ends a connection at both ends. */
  async #cut(held: HeldLine): Promise<void> {
    const { machine, socket, thread } = held;
    const resetting = this.#world.addQueue();
    resetting.add(this.#world.now, async () => {
      this.#world.queues.delete(resetting);
      if (this.#world.threads.get(machine) === thread)
        await this.#world.apply(machine, { kind: "socket", socket, did: "reset" });
    });
    await this.#close(held);
  }

  /** Lets the server close a connection that the machine has ended, after what it sent before. */
  end(machine: string, socket: number): boolean {
    const held = this.#find(machine, socket);
    if (!held) return false;
    if (held.isDeaf) return true;
    held.requests.add(this.#world.now, async () => {
      await held.line.close();
      held.responses.add(this.#world.now, () =>
        this.#world.apply(machine, { kind: "socket", socket, did: "ended" }),
      );
    });
    return true;
  }

  async closeFrom(machine: string, socket: number): Promise<boolean> {
    const held = this.#find(machine, socket);
    if (held) await this.#close(held);
    return held !== undefined;
  }

  /** Drops the connections of a machine that is gone. */
  async leave(machine: string): Promise<void> {
    for (const held of this.#held.filter((each) => each.machine === machine)) {
      // What it wrote last is on its way, or was never sent.
      const [last] = this.#world.chance(0.5) ? held.requests.items : [];
      await this.#close(held, last);
    }
  }

  async closeAll(): Promise<void> {
    for (const held of [...this.#held]) {
      held.line.wake();
      await this.#close(held);
    }
  }

  async #close(held: HeldLine, last?: Happening): Promise<void> {
    held.isLeft = true;
    held.requests.clear();
    held.responses.clear();
    if (last) held.requests.add(last.at, last.run);
    if (held.line.running || last) return;
    this.#world.queues.delete(held.requests);
    this.#world.queues.delete(held.responses);
    this.#held.splice(this.#held.indexOf(held), 1);
    await held.line.close();
  }

  async #finish(held: HeldLine, done: "ended" | "blocked"): Promise<void> {
    const world = this.#world;
    if (done === "blocked") return this.#limitLockWait(held);
    await this.#deliver(held);
    world.now += Math.floor(world.random() * 3);
    for (const waiting of this.#held.filter(({ line }) => line.running))
      if (!(await waiting.line.isBlocked()) && (await waiting.line.waitOn()) === "ended")
        await this.#deliver(waiting);
  }

  /** Ends the wait of a batch for a lock after the portal's limit. */
  #limitLockWait(held: HeldLine): void {
    this.#world.note(`${held.number} waits for a lock`);
    const waiting = held.line.running;
    const limit = this.#world.addQueue();
    limit.add(this.#world.now + LOCK_LIMIT_MS, async () => {
      this.#world.queues.delete(limit);
      if (!waiting || held.line.running !== waiting) return;
      await held.line.cancel();
      await this.#finish(held, await held.line.waitOn());
    });
  }

  async #deliver(held: HeldLine): Promise<void> {
    const { bytes, kinds } = held.line.takeResponse();
    this.#world.note(`${held.number} ${kinds}`);
    if (!IDLE_RESPONSE.test(kinds)) this.#notifications.deliverSoon();
    if (held.isLeft) return this.#close(held);
    const { machine, socket } = held;
    if (held.isDeaf) return;
    if (bytes.length > 0)
      held.responses.add(this.#world.now, () =>
        this.#world.apply(machine, { kind: "socket", socket, did: Uint8Array.from(bytes) }),
      );
    if (!held.line.isOpen)
      held.responses.add(this.#world.now, () =>
        this.#world.apply(machine, { kind: "socket", socket, did: "ended" }),
      );
  }

  #find = (machine: string, socket: number) =>
    this.#held.find((held) => held.machine === machine && held.socket === socket && !held.isLeft);
}

/** The response to a statement that found nothing to do, or is part of a transaction, so notifies of nothing. */
const IDLE_RESPONSE = /^$|(SELECT|UPDATE|DELETE|INSERT 0) 0 I$|T$/;

const shorten = (text: string) => text.replace(/\s+/g, " ").slice(0, 160);
