import { createEndpoint } from "#lib/api/endpoint";
import { readTransactions } from "#lib/api/read-operations";
import { TransactionQuery } from "#lib/api/requests";

/** The caller's purchases. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = createEndpoint("/api/transactions", {
  GET: { query: TransactionQuery, handle: ({ ctx, url }) => readTransactions(ctx, url) },
});
