import { PortalError } from "./error.ts";

/** For so long, in ms, one waits for one's turn: as the database lets one wait for a row. */
const PATIENCE_MS = 10_000;

/**
 * Makes what does work of one key one after the other, within this process: where a row of the database is what they would wait
 * for, they wait without a connection. Work that fails holds up nobody.
 * @throws unavailable when a turn does not come in time: its work was not begun.
 */
export function inTurn<Key>(patienceMs = PATIENCE_MS) {
  const last = new Map<Key, Promise<unknown>>();
  return async <Result>(key: Key, work: () => Promise<Result>): Promise<Result> => {
    const [before, asked] = [last.get(key), performance.now()];
    const own = (async () => {
      await before?.catch(() => {});
      if (performance.now() - asked > patienceMs)
        throw new PortalError("unavailable", "The portal is busy. Try again.", { facts: { retryAfter: 1 } });
      return work();
    })();
    last.set(key, own);
    try {
      return await own;
    } finally {
      if (last.get(key) === own) last.delete(key);
    }
  };
}
