import type { ServerResponse } from "node:http";

/** Enough to keep the processor and the database busy. */
const MAX_CONCURRENT = 16;
/** A page that waits for a provider or streams a file releases its turn after this long. */
const MAX_HOLD_MS = 1_000;

const STREAMS = /^\/(api|shop)\/events(?:\?|$)/;

/** Whether a page at `url` waits for a turn. Streams of events don't: they are little work, and never end. */
export const needsPageSlot = (url: string) => !STREAMS.test(url);

export interface PageQueue {
  /** Waits for a turn, which ends with the response. @returns false when the connection closed meanwhile. */
  take(caller: string, response: ServerResponse): Promise<boolean>;
}

/**
 * Bounds the number of pages that are rendered at once: hundreds together would block the process until the last is
 * done. Callers take turns, so that a caller with a thousand requests delays another by a few pages.
 */
export function createPageQueue(maxAtOnce = MAX_CONCURRENT, maxHoldMs = MAX_HOLD_MS): PageQueue {
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
