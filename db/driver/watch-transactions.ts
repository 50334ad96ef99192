import type postgres from "postgres";
import { correctEachStatement, type PendingQuery } from "./each-statement.ts";
import { BoundedStatement, runLater } from "./limit-waiting.ts";
import { SILENCE_MS, watchStatement } from "./silent-server.ts";

type Work = (tx: postgres.TransactionSql) => unknown;

/**
 * Watches each statement of a transaction, and its end, as `limitWaiting` does all others. On a connection that fell
 * silent, a transaction would wait until the network gives up, for some fifteen minutes.
 */
export function watchTransactions(sql: postgres.Sql, url: string): void {
  const begin = sql.begin.bind(sql) as (options: string, work: Work) => Promise<unknown>;
  const beginWatched = (...args: [Work] | [string, Work]) => {
    const [work, options = ""] = args.toReversed() as [Work, string?];
    let last: PendingQuery | undefined;
    let isOver = false;
    const watchEach = (tx: postgres.TransactionSql): void => {
      correctEachStatement(tx, (query) => {
        last = query;
        const statement = new BoundedStatement(query, url);
        runLater(SILENCE_MS, () => statement.watchIfTaken());
      });
      const { savepoint } = tx;
      tx.savepoint = ((within: Work) =>
        savepoint((inner) => {
          watchEach(inner);
          return within(inner);
        })) as typeof savepoint;
    };
    /** The driver itself commits, or rolls back. */
    const watchEnd = () => {
      const session = last?.state?.pid;
      if (session !== undefined && !isOver) watchStatement(url, { session, isOver: () => isOver });
    };
    return begin(options, async (tx) => {
      watchEach(tx);
      try {
        return await work(tx);
      } finally {
        runLater(SILENCE_MS, watchEnd);
      }
    }).finally(() => {
      isOver = true;
    });
  };
  sql.begin = beginWatched as typeof sql.begin;
}
