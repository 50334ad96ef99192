import { getBound } from "#lib/core/bounds";
import { PortalError } from "#lib/core/error";

/**
 * Creates a mutex that runs the work of each key one after the other in this process, so that work that would wait for a
 * database row waits without a connection. Failing work delays no other.
 * @throws unavailable when the wait takes too long: its work was not started.
 */
export function createKeyedMutex<Key>(timeoutMs = getBound("mutex")) {
  const last = new Map<Key, Promise<unknown>>();
  return async <Result>(key: Key, work: () => Promise<Result>): Promise<Result> => {
    const [before, asked] = [last.get(key), performance.now()];
    const result = (async () => {
      await before?.catch(() => {});
      if (performance.now() - asked > timeoutMs)
        throw new PortalError("unavailable", "The portal is busy. Try again.", { facts: { retryAfter: 1 } });
      return work();
    })();
    last.set(key, result);
    try {
      return await result;
    } finally {
      if (last.get(key) === result) last.delete(key);
    }
  };
}
