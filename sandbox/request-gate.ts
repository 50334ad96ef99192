import { setTimeout as sleep } from "node:timers/promises";
import { seededGenerator } from "./random.ts";

/** Rejects waiting requests when the world is reset or closed. */
export class GateDropped extends Error {}

/** Holds requests: for a time, or until they are released. */
export class RequestGate {
  private dropping = new AbortController();
  private held = new Map<number, () => void>();
  private random: () => number;

  constructor(seed: number) {
    this.random = seededGenerator(seed ^ 0x5bd1e995);
  }

  /** Waits `ms`; 0 does not wait. Throws Dropped. */
  async wait(ms: number) {
    if (ms > 0) await sleep(ms, undefined, { signal: this.dropping.signal }).catch(() => this.fall());
  }

  /** Waits a random time between two bounds in ms. Throws Dropped. */
  async latency([from, to]: readonly [number, number]) {
    if (to > 0) await this.wait(Math.round(from + this.random() * Math.max(0, to - from)));
  }

  /** Waits until request `n` is released. Throws Dropped. */
  async hold(n: number) {
    await new Promise<void>((resolve) => this.held.set(n, resolve));
    if (this.dropping.signal.aborted) this.fall();
  }

  /** Continues request `n`, or all of them; returns their number. */
  release(n?: number): number {
    const open = n === undefined ? [...this.held.keys()] : [n].filter((key) => this.held.has(key));
    for (const key of open) {
      this.held.get(key)?.();
      this.held.delete(key);
    }
    return open.length;
  }

  /** Calls `then` after `ms` unless dropped before. */
  later(ms: number, then: () => void) {
    sleep(ms, undefined, { signal: this.dropping.signal, ref: false }).then(then, () => undefined);
  }

  /** Ends every wait with Dropped. */
  drop() {
    this.dropping.abort();
    this.release();
  }

  private fall(): never {
    throw new GateDropped();
  }
}
