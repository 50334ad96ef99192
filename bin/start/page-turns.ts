import type { ServerResponse } from "node:http";

/** Enough to keep the processor and the database busy. */
const MAX_AT_ONCE = 16;
/** A page that waits for a provider or streams a file gives its turn on after this long, in ms. */
const MAX_HOLD_MS = 1_000;

const STREAMS = /^\/(api|storefront)\/events(?:\?|$)/;

/** Whether a page at `url` waits for a turn. Streams of events don't: they are little work, and never end. */
export const takesTurn = (url: string) => !STREAMS.test(url);

export interface PageTurns {
  /** Waits for a turn, which ends with the response. @returns false when the connection closed meanwhile. */
  take(caller: string, response: ServerResponse): Promise<boolean>;
}

/**
 * Bounds how many pages are made at once: hundreds together would keep the process from everything else until the last is
 * done. Callers take turns, so that one who asks for a thousand pages delays another by a few.
 */
export function createPageTurns(maxAtOnce = MAX_AT_ONCE, maxHoldMs = MAX_HOLD_MS): PageTurns {
  const queues = new Map<string, (() => void)[]>();
  let free = maxAtOnce;

  function startNext(): void {
    while (free > 0) {
      const [next] = queues;
      if (!next) return;
      const [caller, queue] = next;
      queues.delete(caller);
      const start = queue.shift();
      if (queue.length > 0) queues.set(caller, queue);
      start?.();
    }
  }

  function hold(response: ServerResponse): void {
    free -= 1;
    const giveOn = () => {
      clearTimeout(timer);
      response.off("close", giveOn);
      free += 1;
      startNext();
    };
    const timer = setTimeout(giveOn, maxHoldMs);
    response.once("close", giveOn);
  }

  return {
    take(caller, response) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const queue = queues.get(caller) ?? [];
      queues.set(caller, queue);
      queue.push(() => {
        if (!response.destroyed) hold(response);
        resolve(!response.destroyed);
      });
      startNext();
      return promise;
    },
  };
}
