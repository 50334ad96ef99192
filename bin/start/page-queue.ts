import type { ServerResponse } from "node:http";
import { type CallerQueue, createCallerQueue, QueueFullError } from "#lib/core/lane/caller-queue";
import { log } from "#lib/core/log";
import type { PageTurn } from "#lib/core/page-turn";

/**
 * Pages that are rendered at once: of all callers, of those who are signed in or not, of a reseller with their
 * helpers or a wide network (/48), and of an account or network. Enough to keep the processor and the database
 * busy; each more makes all slower.
 */
const SLOTS = [32, 28, 24, 12] as const;
/** A page that still isn't done then, for example because its reader takes none of it, releases its turn. */
const MAX_HOLD_MS = 10_000;
/** Waiting pages, of the same. */
const MAX_WAITING = [1_000, 700, 400, 100];
/** Pages that have lent their turn, of the same. One more keeps its own. */
const LENT = [400, 300, 100, 50] as const;

/** The result of waiting for a turn: "full" when too many pages of the caller wait already. */
export type PageTurnResult = PageTurn | "closed" | "full";

export type PageQueue = ReturnType<typeof createPageQueue>;

/**
 * Bounds the number of pages that are rendered at once: hundreds together would block the process until the
 * last is done. Callers, named from wide to narrow, take turns, and each has a bound.
 */
export function createPageQueue(slots: readonly [number, ...number[]] = SLOTS, maxHoldMs = MAX_HOLD_MS) {
  const queue = createCallerQueue({ slots, maxWaiting: MAX_WAITING });
  const lent = createCallerQueue({ slots: LENT, maxWaiting: [] });

  /** Waits for a turn, which ends with the response, or with the head of an event stream. */
  async function take(caller: readonly string[], response: ServerResponse): Promise<PageTurnResult> {
    const closing = new AbortController();
    const onClose = () => closing.abort();
    response.once("close", onClose);
    try {
      const release = await queue.take(caller, response.destroyed ? AbortSignal.abort() : closing.signal);
      const turn = createTurn(caller, release);
      if (response.destroyed) turn.end();
      else response.once("close", turn.end);
      const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
      response.writeHead = ((...args: unknown[]) => {
        if (String(response.getHeader("Content-Type")).startsWith("text/event-stream")) turn.end();
        return writeHead(...args);
      }) as typeof response.writeHead;
      return response.destroyed ? "closed" : turn;
    } catch (error) {
      if (response.destroyed) return "closed";
      if (error instanceof QueueFullError) return "full";
      throw error;
    } finally {
      response.off("close", onClose);
    }
  }

  /** Creates the turn of a page, whose parts may lend it at the same time: the last takes it back. */
  function createTurn(caller: readonly string[], release: () => void): PageTurn & { end(): void } {
    let lenders = 0;
    let ended = false;
    let timer = limitHold();

    function limitHold() {
      return setTimeout(() => {
        log.warn("page.slow", { ms: maxHoldMs });
        end();
      }, maxHoldMs);
    }
    function end(): void {
      ended = true;
      clearTimeout(timer);
      release();
    }
    function moveTo(next: CallerQueue): void {
      release();
      release = next.takeNow(caller);
    }
    return {
      end,
      lend() {
        if (ended || (lenders === 0 && !lent.hasRoom(caller))) return () => {};
        lenders += 1;
        if (lenders === 1) {
          clearTimeout(timer);
          moveTo(lent);
        }
        return () => {
          lenders -= 1;
          if (lenders > 0 || ended) return;
          moveTo(queue);
          timer = limitHold();
        };
      },
    };
  }

  const isWaiting = (caller: readonly string[]) => queue.countWaiting(caller) > 0;

  return { take, isWaiting, dropHeaviest: queue.dropHeaviest };
}
