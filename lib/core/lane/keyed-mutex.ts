import { getBound } from "#lib/core/bounds";
import { PortalError } from "#lib/core/error";
import { waitWithoutTurn } from "#lib/core/page-turn";
import { type CallerQueue, createCallerQueue } from "./caller-queue.ts";

/** More work of one key would only wait in vain. */
const MAX_WAITING = 200;

/**
 * Creates a mutex that runs the work of each key one after the other in this process, so that work that would
 * wait for a database row waits without a connection, and a page without its turn. Failing work delays no other.
 * @throws unavailable when the wait takes too long, or too much work waits: its work was not started.
 */
export function createKeyedMutex<Key>(timeoutMs = getBound("mutex")) {
  const queues = new Map<Key, CallerQueue>();
  return async <Result>(key: Key, work: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(key) ?? createCallerQueue({ slots: [1], maxWaiting: [MAX_WAITING] });
    queues.set(key, queue);
    const release = queue.hasRoom([]) ? queue.takeNow([]) : await waitForTurn(queue, timeoutMs);
    try {
      return await work();
    } finally {
      if (queue.countWaiting([]) === 0) queues.delete(key);
      release();
    }
  };
}

const waitForTurn = (queue: CallerQueue, timeoutMs: number) =>
  waitWithoutTurn(() => queue.take([], AbortSignal.timeout(Math.ceil(timeoutMs)))).catch((cause: unknown) => {
    const facts = { retryAfter: 1 };
    throw new PortalError("unavailable", "The portal is busy. Try again.", { cause, facts });
  });
