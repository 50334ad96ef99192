import type postgres from "postgres";
import { openPool } from "#db/driver/open-pool";
import { pickRandom, seededGenerator } from "#sandbox/random";
import type { Output } from "../wire/messages.ts";
import { Calls } from "./calls.ts";
import { DatabaseLines } from "./database-lines.ts";
import { History } from "./history.ts";
import { Pipes } from "./pipes.ts";
import { type Happening, Queue } from "./queue.ts";
import type { ThreadHandle } from "./thread-handle.ts";

/** Monday morning, in Lagos. */
export const WORLD_START = Date.UTC(2026, 2, 2, 5);
const DATABASE_PORT = 5432;

export interface WorldOptions {
  seed: number;
  /** The port of the real database's server, and the address of this world's database. */
  port: number;
  databaseUrl: string;
  /** Takes each event as a line. */
  trace?: string | undefined;
}

/**
 * A world in which one number decides everything: whose turn it is, how long each step takes, which response is lost. Everything
 * that can happen next is in a queue; the seed chooses one whose time has come, and time passes where there is none.
 */
export class World {
  now = WORLD_START;
  readonly seed: number;
  readonly random: () => number;
  readonly history: History;
  readonly observer: postgres.Sql;
  readonly threads = new Map<string, ThreadHandle>();
  readonly queues = new Set<Queue>();
  readonly lines: DatabaseLines;
  readonly pipes: Pipes;
  readonly calls: Calls;
  /** How long it may take until a due timer runs, in ms: the longer, the fewer steps. */
  timerSlackMs = 20;
  readonly logs: string[] = [];
  readonly #own: Happening[] = [];
  /** Inputs of machines that stand still. */
  readonly #stalls = new Map<string, Queue>();

  constructor({ seed, port, databaseUrl, trace }: WorldOptions) {
    this.seed = seed;
    this.random = seededGenerator(seed);
    this.history = new History(trace);
    this.observer = openPool(databaseUrl, { max: 1, connection: { application_name: "world" } });
    this.lines = new DatabaseLines(this, port);
    this.pipes = new Pipes(this);
    this.calls = new Calls(this);
  }

  note(what: string): void {
    this.history.add(this.now, what);
  }

  /** Resolves after some simulated ms. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.#own.push({ at: this.now + Math.trunc(ms), run: resolve }));
  }

  /** Has all machines sleep until an instant. */
  async sleepUntil(at: number): Promise<void> {
    await this.do(() => this.lines.endTransactions());
    this.now = Math.max(this.now, at);
  }

  /** Does something that takes real time, while nothing else happens. */
  do<T>(work: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#own.push({ at: this.now, run: () => work().then(resolve, reject) });
    return promise;
  }

  pick = <T>(list: readonly T[]): T => pickRandom(this.random, list);
  chance = (rate: number): boolean => this.random() < rate;
  between = (from: number, to: number): number => from + Math.floor(this.random() * (to - from + 1));

  /**
   * Calls a function of a thread.
   * @throws CallFailed with its error; MachineGone when it was killed before it responded.
   */
  call = <T>(name: string, call: string, input?: unknown): Promise<T> => this.calls.begin(name, call, input);

  addQueue(): Queue {
    const queue = new Queue();
    this.queues.add(queue);
    return queue;
  }

  /** Does one thing in a thread, and queues what follows from it; once it continues, where it stands still. */
  async apply(name: string, input: Parameters<ThreadHandle["apply"]>[1]): Promise<void> {
    const stall = this.#stalls.get(name);
    if (stall) stall.add(this.now, () => this.#applyNow(name, input));
    else await this.#applyNow(name, input);
  }

  /** Has a machine stand still for some ms, as one that swaps or is moved: what it sent is done, all else waits. */
  async stall(name: string, ms: number): Promise<void> {
    this.note(`${name} stands still for ${ms}`);
    const queue = new Queue();
    this.#stalls.set(name, queue);
    const stands = () => this.#stalls.get(name) === queue;
    await this.sleep(ms);
    if (stands()) this.queues.add(queue);
    // Later inputs stay behind those that waited.
    while (stands() && queue.items.length > 0) await this.sleep(1);
    this.queues.delete(queue);
    if (stands()) this.#stalls.delete(name);
  }

  async #applyNow(name: string, input: Parameters<ThreadHandle["apply"]>[1]): Promise<void> {
    const thread = this.threads.get(name);
    if (!thread?.isAlive) return;
    for (const output of await thread.apply(this.now, input)) await this.#handle(name, output);
  }

  /** Ends a machine as `kill -9` does. What it sent may still arrive. */
  kill(name: string): Promise<void> {
    return this.do(async () => {
      this.note(`${name} is killed`);
      const thread = this.threads.get(name);
      this.threads.delete(name);
      this.#stalls.delete(name);
      await thread?.kill();
      await this.lines.leave(name);
      this.pipes.leave(name);
      this.calls.leave(name);
    });
  }

  /** Lets things happen until some work of the world's own is done. */
  async run<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    work.then(end, end);
    for (await this.#rest(); !isOver; await this.#rest()) await this.#step();
    return work;
  }

  async close(): Promise<string> {
    await Promise.all([...this.threads.values()].map((thread) => thread.kill()));
    await this.lines.closeAll();
    await this.observer.end({ timeout: 1 });
    return this.history.end();
  }

  /** Lets the world's own work continue that waited for the last step. */
  #rest = () => new Promise((resolve) => setImmediate(resolve));

  async #step(): Promise<void> {
    const next = this.#listDue();
    if (next.length > 0) return void (await this.pick(next)());
    const at = this.#findNextInstant();
    if (at === undefined) throw new Error("Nothing happens any more.");
    this.now = Math.max(this.now, at) + Math.floor(this.random() * this.timerSlackMs);
  }

  #listDue(): (() => Promise<void> | void)[] {
    const due: (() => Promise<void> | void)[] = [];
    for (const queue of this.queues) {
      const [first] = queue.items;
      if (first && first.at <= this.now)
        due.push(() => {
          queue.items.shift();
          return first.run();
        });
    }
    for (const [name, nextDue] of this.#listTimers())
      if (nextDue <= this.now) due.push(() => this.apply(name, { kind: "timers" }));
    for (const task of this.#own)
      if (task.at <= this.now)
        due.push(() => {
          this.#own.splice(this.#own.indexOf(task), 1);
          return task.run();
        });
    return due;
  }

  /** Lists the next timers of the threads that don't stand still. */
  #listTimers(): [string, number][] {
    return [...this.threads].flatMap(([name, { nextDue }]) =>
      nextDue === undefined || this.#stalls.has(name) ? [] : [[name, nextDue] as [string, number]],
    );
  }

  #findNextInstant(): number | undefined {
    let next: number | undefined;
    const consider = (at: number | undefined) => {
      if (at !== undefined && (next === undefined || at < next)) next = at;
    };
    for (const { items } of this.queues) consider(items[0]?.at);
    for (const [, nextDue] of this.#listTimers()) consider(nextDue);
    for (const { at } of this.#own) consider(at);
    return next;
  }

  async #handle(name: string, output: Output): Promise<void> {
    switch (output.kind) {
      case "connect":
        if (output.port === DATABASE_PORT) return this.lines.open(name, output.socket);
        return this.pipes.open(name, output.socket, output.port);
      case "data":
        if (this.lines.write(name, output.socket, output.bytes)) return;
        return this.pipes.write(name, output.socket, output.bytes);
      case "end":
        if (this.lines.end(name, output.socket)) return;
        return this.pipes.end(name, output.socket);
      case "close":
        if (await this.lines.closeFrom(name, output.socket)) return;
        return this.pipes.closeFrom(name, output.socket);
      case "log":
        return void this.logs.push(`${name} ${output.line}`.slice(0, 4_000));
      case "result":
        return this.calls.end(name, output);
    }
  }
}
