import { setTimeout as pause } from "node:timers/promises";
import { log } from "./log.ts";

/** Repeats `work` until the signal; after an error it rests a quarter of a second, and the first of a row is logged. */
export async function repeat(
  signal: AbortSignal,
  work: () => Promise<void>,
  failureEvent: string,
): Promise<void> {
  let failing = false;
  while (!signal.aborted) {
    try {
      await work();
      failing = false;
    } catch (error) {
      // A database that is away fails four times a second: once says it.
      if (!failing) log.error(failureEvent, { error });
      failing = true;
      await rest(250, signal);
    }
  }
}

/** Resolves after `ms`, or at once when the signal says to stop. */
export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {});
}

/** What wakes a loop that has nothing to do. */
export interface Bell {
  ring(): void;
  /** What rang so far is dealt with by what begins now. */
  hush(): void;
  /** Resolves when rung, at once if it was rung since it was last hushed or waited for, or after `ms`. */
  within(ms: number): Promise<void>;
}

export function newBell(): Bell {
  let rung = false;
  let wakeUp: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      wakeUp?.();
    },
    hush() {
      rung = false;
    },
    within(ms) {
      if (rung) {
        rung = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const timer = setTimeout(() => wakeUp?.(), ms);
        wakeUp = () => {
          clearTimeout(timer);
          wakeUp = undefined;
          rung = false;
          resolve();
        };
      });
    },
  };
}

interface Sending<T> {
  /** How many are sent at the same time. */
  slots: number;
  /** Claims at most so many that are due. */
  claim: (room: number) => Promise<T[]>;
  /** Sends one and records what came of it. Never throws. */
  deliver: (due: T) => Promise<void>;
  /** Looks this often even without a notification, so that a lost one only delays. */
  lookEveryMs: number;
  failureEvent: string;
  /** Ends what the loop stands on, when all is noted. */
  close: () => Promise<void>;
}

export interface Sender {
  /** Looks again at once: something is to be sent. */
  wake(): void;
  /** Claims nothing more and resolves when all that is under way is noted. */
  stop(): Promise<void>;
}

/** Sends what is due again and again, a few at the same time, so that one that hangs delays no other. */
export function startSending<T>(sending: Sending<T>): Sender {
  const { slots, claim, deliver, lookEveryMs, failureEvent, close } = sending;
  const bell = newBell();
  const stopper = new AbortController();
  const underWay = new Set<Promise<void>>();
  const round = async () => {
    const due = await claim(slots - underWay.size);
    for (const one of due) {
      const done = deliver(one).finally(() => {
        underWay.delete(done);
        bell.ring();
      });
      underWay.add(done);
    }
    if (due.length === 0) await bell.within(lookEveryMs);
  };
  const done = (async () => {
    await repeat(stopper.signal, round, failureEvent);
    await Promise.all(underWay);
    await close();
  })();
  return {
    wake: bell.ring,
    stop() {
      stopper.abort();
      bell.ring();
      return done;
    },
  };
}
