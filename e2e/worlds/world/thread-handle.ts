import { Worker } from "node:worker_threads";
import { ROOT } from "#bin/root";
import type { Input, Output, Quiet, ThreadFacts } from "../wire/messages.ts";

const THREAD_FILE = new URL("../thread/thread.ts", import.meta.url);

/** A thread of the world, from outside: it does one thing at a time, and is quiet in between. */
export class ThreadHandle {
  readonly name: string;
  /** The instant of its next timer. */
  nextDue: number | undefined;
  isAlive = true;
  readonly #worker: Worker;
  #quiet = Promise.withResolvers<Quiet>();
  readonly loaded: Promise<Quiet>;

  constructor(facts: Omit<ThreadFacts, "role"> & { role: string; env: Record<string, string> }) {
    const { env, role, ...rest } = facts;
    this.name = facts.name;
    const workerData: ThreadFacts = { ...rest, role: new URL(`../thread/${role}.ts`, import.meta.url).href };
    this.#worker = new Worker(THREAD_FILE, {
      workerData,
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: `${ROOT}node_modules/.cache/compile`, ...env },
      stdout: true,
    });
    this.#worker.on("message", (quiet: Quiet) => this.#quiet.resolve(quiet));
    this.#worker.on("error", (error) => this.isAlive && this.#quiet.reject(error));
    this.loaded = this.#quiet.promise;
  }

  /** Does one thing in it. @returns what it did until it was quiet again */
  async apply(at: number, input: Input): Promise<Output[]> {
    await this.loaded;
    this.#quiet = Promise.withResolvers<Quiet>();
    this.#worker.postMessage({ at, input });
    const { outputs, nextDue } = await this.#quiet.promise;
    this.nextDue = nextDue;
    return outputs;
  }

  /** Ends it between two of its instructions, without any farewell. */
  async kill(): Promise<void> {
    this.isAlive = false;
    this.nextDue = undefined;
    await this.#worker.terminate();
  }
}
