import { setTimeout as pause } from "node:timers/promises";
import { log } from "#lib/core/log";

/** Repeats `work` until the signal; after an error it pauses 250 ms, and logs the first of a series. */
export async function repeatUntilAborted(
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
      // An unavailable database fails four times a second: log it once.
      if (!failing) log.error(failureEvent, { error });
      failing = true;
      await sleep(250, signal);
    }
  }
}

/** Resolves after `ms`, or at once when the signal aborts. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {});
}

export interface WakeSignal {
  wake(): void;
  /** Forgets earlier wakes, which the next round of work covers. */
  clear(): void;
  /** Resolves at a wake, at once after one since the last `clear` or wait, or after `ms`. */
  wait(ms: number): Promise<void>;
}

export function createWakeSignal(): WakeSignal {
  let isSet = false;
  let endWait: (() => void) | undefined;
  return {
    wake() {
      isSet = true;
      endWait?.();
    },
    clear() {
      isSet = false;
    },
    wait(ms) {
      if (isSet) {
        isSet = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const timer = setTimeout(() => endWait?.(), ms);
        endWait = () => {
          clearTimeout(timer);
          endWait = undefined;
          isSet = false;
          resolve();
        };
      });
    },
  };
}
