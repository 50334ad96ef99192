import { setTimeout as pause } from "node:timers/promises";
import type postgres from "postgres";
import { hasCode } from "#lib/core/error";

/** How long a statement waits for a connection, and a lost connection is waited for to be seen closed, in ms. */
const PATIENCE_MS = 5_000;

/** What the driver keeps of a statement; `state` is set once a connection has it. */
interface Waiting {
  executed: boolean;
  state: unknown;
  reject(error: Error): void;
}

/**
 * Refuses a statement that no connection took in time: nothing of it was done. Whichever connection comes to it later
 * finds a harmless one in its place.
 */
export function boundWait(sql: postgres.Sql): void {
  const unsafe = sql.unsafe;
  sql.unsafe = ((...args: Parameters<typeof unsafe>) => {
    const query = unsafe(...args);
    const weak = new WeakRef(query as unknown as Waiting);
    setTimeout(() => {
      const late = weak.deref();
      if (!late?.executed || late.state) return;
      Object.assign(late, { strings: ["select 1"], args: [], options: { simple: true } });
      late.reject(Object.assign(new Error("no connection was free"), { code: "57014" }));
    }, PATIENCE_MS).unref();
    return query;
  }) as typeof unsafe;
}

/**
 * Keeps a transaction whose connection is lost from saying anything more on it, its own rollback included: the driver
 * would write to a socket that is gone, which ends the process, and the connection could not be used for long after.
 */
export function surviveLoss(sql: postgres.Sql): void {
  const begin = sql.begin.bind(sql) as (options: string, work: Work) => Promise<unknown>;
  const beginSafely = (...args: [Work] | [string, Work]) => {
    const [work, options = ""] = args.toReversed() as [Work, string?];
    const over = Promise.withResolvers<void>();
    let lost = false;
    const done = begin(options, async (tx) => {
      const unsafe = tx.unsafe;
      tx.unsafe = ((...query: Parameters<typeof unsafe>) => {
        if (lost) throw Object.assign(new Error("the connection was lost"), { code: "CONNECTION_CLOSED" });
        return unsafe(...query);
      }) as typeof unsafe;
      // Whoever began it is told by the connection's end; what came of the work interests nobody then.
      const unlessLost = <T>(then: () => T) => (lost ? new Promise<T>(() => {}) : then());
      try {
        const result = await work(tx);
        return await unlessLost(() => result);
      } catch (error) {
        if (isLost(error)) await Promise.race([over.promise, pause(PATIENCE_MS, undefined, { ref: false })]);
        return unlessLost(() => Promise.reject(error));
      }
    });
    return done.catch((error: unknown) => {
      lost = true;
      over.resolve();
      throw error;
    });
  };
  sql.begin = beginSafely as typeof sql.begin;
}

type Work = (tx: postgres.TransactionSql) => unknown;

const isLost = (error: unknown) => hasCode(error, /^(08|25P03|57P0|CONNECTION_|ECONN|EPIPE|ETIMEDOUT)/);
