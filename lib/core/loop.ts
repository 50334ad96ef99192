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
