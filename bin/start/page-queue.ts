import type { ServerResponse } from "node:http";
import { createCallerQueue, QueueFullError } from "#lib/core/lane/caller-queue";

/**
 * Pages of all callers, of a wide network (/48), and of a network that are rendered at once: enough to keep
 * the processor and the database busy, also while some wait for a provider or stream a file.
 */
const SLOTS = [32, 24, 12] as const;
/**
 * A page that waits for a provider or streams a file releases its turn after this long. On a busy machine
 * every page takes seconds: released after one, hundreds would wait for the database's connections together.
 */
const MAX_HOLD_MS = 10_000;
/** Waiting pages of all callers, of a wide network (/48), and of a network. */
const MAX_WAITING = [1_000, 400, 100];

/** The result of waiting for a turn: "full" when too many pages of the caller wait already. */
export type PageTurn = "started" | "closed" | "full";

export type PageQueue = ReturnType<typeof createPageQueue>;

/**
 * Bounds the number of pages that are rendered at once: hundreds together would block the process until the
 * last is done. Callers, named by their networks from wide to narrow, take turns, and each has a bound.
 */
export function createPageQueue(slots: readonly [number, ...number[]] = SLOTS, maxHoldMs = MAX_HOLD_MS) {
  const queue = createCallerQueue({ slots, maxWaiting: MAX_WAITING });

  /** Waits for a turn, which ends with the response, or with the head of an event stream. */
  async function take(caller: readonly string[], response: ServerResponse): Promise<PageTurn> {
    const closing = new AbortController();
    const onClose = () => closing.abort();
    response.once("close", onClose);
    try {
      const release = await queue.take(caller, response.destroyed ? AbortSignal.abort() : closing.signal);
      const timer = setTimeout(release, maxHoldMs);
      const end = () => {
        clearTimeout(timer);
        release();
      };
      if (response.destroyed) end();
      else response.once("close", end);
      const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
      response.writeHead = ((...args: unknown[]) => {
        if (String(response.getHeader("Content-Type")).startsWith("text/event-stream")) end();
        return writeHead(...args);
      }) as typeof response.writeHead;
      return response.destroyed ? "closed" : "started";
    } catch (error) {
      if (response.destroyed) return "closed";
      if (error instanceof QueueFullError) return "full";
      throw error;
    } finally {
      response.off("close", onClose);
    }
  }

  /** Returns whether pages of the caller wait. */
  const isWaiting = (caller: readonly string[]) => queue.countWaiting(caller) > 0;

  return { take, isWaiting, dropHeaviest: queue.dropHeaviest };
}
