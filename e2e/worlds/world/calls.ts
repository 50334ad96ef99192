import type { CallError, Output } from "../wire/messages.ts";
import type { World } from "./world.ts";

interface OpenCall {
  thread: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The calls of functions in threads that have no response yet. */
export class Calls {
  readonly #world: World;
  readonly #open = new Map<number, OpenCall>();
  #last = 0;

  constructor(world: World) {
    this.#world = world;
  }

  begin<T>(thread: string, name: string, input: unknown): Promise<T> {
    const world = this.#world;
    const call = ++this.#last;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#open.set(call, { thread, resolve, reject });
    const queue = world.addQueue();
    queue.add(world.now, async () => {
      world.queues.delete(queue);
      if (!world.threads.get(thread)?.isAlive) return this.#lose(call);
      world.note(`${thread} is called: ${name} ${formatFacts(input)}`);
      await world.apply(thread, { kind: "call", call, name, input });
    });
    return promise as Promise<T>;
  }

  end(thread: string, { call, value, error }: Extract<Output, { kind: "result" }>): void {
    this.#world.note(`${thread} responds: ${formatFacts(error?.code ?? error?.name ?? value)}`);
    const { resolve, reject } = this.#open.get(call) ?? {};
    this.#open.delete(call);
    if (error) reject?.(new CallFailed(error));
    else resolve?.(value);
  }

  /** Ends those of a thread that is gone. */
  leave(name: string): void {
    for (const [call, { thread }] of this.#open) if (thread === name) this.#lose(call);
  }

  #lose(call: number): void {
    this.#open.get(call)?.reject(new MachineGone());
    this.#open.delete(call);
  }
}

export class MachineGone extends Error {}

export class CallFailed extends Error {
  readonly code: string | undefined;
  constructor({ name, message, code }: CallError) {
    super(`${name}: ${message}`);
    this.code = code;
  }
}

const formatFacts = (facts: unknown) =>
  JSON.stringify(facts, (_, value) => (typeof value === "bigint" ? String(value) : value))?.slice(0, 400) ??
  "";
