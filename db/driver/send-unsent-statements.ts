import type postgres from "postgres";
import { hasErrorCode } from "#lib/core/database-error";
import { correctEachStatement } from "./each-statement.ts";

/**
 * The driver rejects the first statement on a new connection with the error that ended the connection before
 * it, and sends nothing of it. It is given to a connection again.
 * https://github.com/porsager/postgres/issues/1223; any statement:
 * https://github.com/porsager/postgres/pull/1215.
 */
export function sendUnsentStatements(sql: postgres.Sql): void {
  correctEachStatement(sql, (query) => {
    const { reject } = query;
    query.reject = (error) => (!query.state && isSessionEnded(error) ? query.handler(query) : reject(error));
  });
}

const isSessionEnded = (error: unknown) => hasErrorCode(error, /^(57P0[1235]|25P03)$/);
