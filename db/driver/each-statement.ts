import type postgres from "postgres";

/** The driver's state of a statement; `state` is set once a connection has it. */
export interface PendingQuery {
  executed: boolean;
  state: { pid: number } | null;
  /** Gives a statement to a connection. */
  handler(query: PendingQuery): void;
  resolve(rows: unknown): void;
  reject(error: Error): void;
}

/**
 * Shows each statement of a pool outside of transactions, or of one transaction, to `correct` before it is
 * executed.
 */
export function correctEachStatement(
  sql: postgres.Sql | postgres.TransactionSql,
  correct: (query: PendingQuery) => void,
): void {
  const unsafe = sql.unsafe;
  sql.unsafe = ((...args: Parameters<typeof unsafe>) => {
    const query = unsafe(...args);
    correct(query as unknown as PendingQuery);
    return query;
  }) as typeof unsafe;
}
