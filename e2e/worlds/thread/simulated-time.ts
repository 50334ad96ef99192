import perfHooks from "node:perf_hooks";
import timers from "node:timers";
import timersPromises from "node:timers/promises";

/** The time of a thread, which only the world moves. */
export interface SimulatedTime {
  now(): number;
  /** Moves to an instant of the world, in ms since 1970. Runs nothing. */
  set(at: number): void;
  /** The instant of the next timer; undefined without one. */
  nextDue(): number | undefined;
  /** Runs the callback of the next timer that is due. @returns whether there was one */
  runNextDue(): boolean;
}

const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * Replaces the clock and the timers of this thread, before any other module loads. A library for tests would do for
 * the most part; here the world has to know the next timer, and timers of modules that were loaded in advance
 * move with the start.
 */
export function simulateTime(start: number): SimulatedTime {
  let now = start;
  let lastId = 0;
  const pending = new Map<number, SimulatedTimer>();
  /** The earliest of them; undefined where it has to be looked for. */
  let earliest: SimulatedTimer | undefined;
  const schedule = (timer: SimulatedTimer, at: number) => {
    if (earliest === timer) earliest = undefined;
    else if (earliest && at < earliest.at) earliest = timer;
    timer.at = at;
    pending.set(timer.id, timer);
  };
  const remove = (id: number) => {
    if (earliest?.id === id) earliest = undefined;
    pending.delete(id);
  };

  class SimulatedTimer {
    readonly id = ++lastId;
    at = 0;
    readonly #work: () => void;
    readonly #ms: number;
    readonly repeats: boolean;
    constructor(work: () => void, ms: number, repeats: boolean) {
      this.#work = work;
      this.#ms = ms >= 1 && ms <= MAX_DELAY_MS ? Math.trunc(ms) : 1;
      this.repeats = repeats;
      this.refresh();
    }
    refresh(): this {
      schedule(this, now + this.#ms);
      return this;
    }
    run(): void {
      if (this.repeats) this.refresh();
      else remove(this.id);
      this.#work();
    }
    close(): this {
      remove(this.id);
      return this;
    }
    ref = () => this;
    unref = () => this;
    hasRef = () => true;
    [Symbol.toPrimitive] = () => this.id;
    [Symbol.dispose] = () => void this.close();
  }

  const start_ =
    (repeats: boolean) =>
    (work: (...args: unknown[]) => void, ms = 1, ...args: unknown[]) =>
      new SimulatedTimer(() => work(...args), Number(ms), repeats);
  const stop = (timer: unknown) => {
    if (timer instanceof SimulatedTimer) timer.close();
    else if (timer !== undefined && timer !== null) remove(Number(timer));
  };
  const wait = (ms?: number, value?: unknown, options: { signal?: AbortSignal } = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const { signal } = options;
    const abort = () => {
      timer.close();
      const facts = { name: "AbortError", code: "ABORT_ERR", cause: signal?.reason };
      reject(Object.assign(new Error("The operation was aborted"), facts));
    };
    const timer = new SimulatedTimer(
      () => {
        signal?.removeEventListener("abort", abort);
        resolve(value);
      },
      Number(ms),
      false,
    );
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
    return promise;
  };

  const simulated = {
    ...{ setTimeout: start_(false), setInterval: start_(true), clearTimeout: stop, clearInterval: stop },
  };
  Object.assign(globalThis, simulated);
  Object.assign(timers, simulated);
  Object.assign(timersPromises, { setTimeout: wait });
  const origin = start;
  perfHooks.performance.now = () => now - origin;
  AbortSignal.timeout = (ms) => {
    const over = new AbortController();
    simulated.setTimeout(
      () => over.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError")),
      ms,
    );
    return over.signal;
  };
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [now], made),
    apply: () => new Date(now).toString(),
    get: (target, name) => (name === "now" ? () => now : Reflect.get(target, name)),
  });
  Temporal.Now.instant = () => Temporal.Instant.fromEpochMilliseconds(now);
  Temporal.Now.zonedDateTimeISO = (zone = "UTC") => Temporal.Now.instant().toZonedDateTimeISO(zone);

  const findNext = () => {
    if (!earliest)
      for (const timer of pending.values()) if (!earliest || timer.at < earliest.at) earliest = timer;
    return earliest;
  };
  return {
    now: () => now,
    set(at) {
      now = at;
    },
    nextDue: () => findNext()?.at,
    runNextDue() {
      const next = findNext();
      if (!next || next.at > now) return false;
      next.run();
      return true;
    },
  };
}
