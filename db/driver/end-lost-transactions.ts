import { setTimeout as pause } from "node:timers/promises";
import type postgres from "postgres";
import { getBound } from "#lib/core/bounds";
import { hasErrorCode } from "#lib/core/database-error";

/**
 * Keeps work that outlives its transaction or savepoint from executing statements in the next one on the
 * connection. Keeps a transaction whose connection is lost from sending anything more on it, rollbacks included:
 * the driver would write to a socket that is gone, which ends the process, and the connection could not be
 * used for long after. Behind a reconnection, another transaction would execute it.
 * https://github.com/porsager/postgres/issues/1208, 1133 and 1216.
 */
export function endLostTransactions(sql: postgres.Sql): void {
  const begin = sql.begin.bind(sql) as (options: string, work: TransactionWork) => Promise<unknown>;
  const beginSafely = (...args: [TransactionWork] | [string, TransactionWork]) => {
    const [work, options = ""] = args.toReversed() as [TransactionWork, string?];
    const over = Promise.withResolvers<void>();
    let lost = false;
    // The connection's end rejects the transaction; its result no longer matters.
    const unlessLost = <T>(then: () => T) => (lost ? new Promise<T>(() => {}) : then());
    const run = async (tx: postgres.TransactionSql, work: TransactionWork): Promise<unknown> => {
      const { unsafe, savepoint } = tx;
      let ended = false;
      tx.unsafe = ((...query: Parameters<typeof unsafe>) => {
        if (lost) throw Object.assign(new Error("the connection was lost"), { code: "CONNECTION_CLOSED" });
        if (ended) throw new Error("The transaction has ended.");
        return unsafe(...query);
      }) as typeof unsafe;
      tx.savepoint = ((within: TransactionWork) =>
        savepoint((inner) => run(inner, within))) as typeof savepoint;
      try {
        const result = await work(tx);
        return await unlessLost(() => result);
      } catch (error) {
        if (isConnectionLost(error))
          await Promise.race([over.promise, pause(getBound("freeConnection"), undefined, { ref: false })]);
        return unlessLost(() => Promise.reject(error));
      } finally {
        ended = true;
      }
    };
    return begin(options, (tx) => run(tx, work)).catch((error: unknown) => {
      lost = true;
      over.resolve();
      throw error;
    });
  };
  sql.begin = beginSafely as typeof sql.begin;
}

type TransactionWork = (tx: postgres.TransactionSql) => unknown;

const isConnectionLost = (error: unknown) =>
  hasErrorCode(error, /^(08|25P03|57P0|CONNECTION_|ECONN|EPIPE|ETIMEDOUT)/);
