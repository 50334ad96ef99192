import { createEndpoint } from "#lib/api/endpoint";
import { readTransactions } from "#lib/api/read-operations";
import { TransactionQuery } from "#lib/api/requests";

/** The caller's purchases. */
const serve = createEndpoint("/api/transactions", {
  GET: { query: TransactionQuery, handle: ({ ctx, url }) => readTransactions(ctx, url) },
});

export {
  serve as DELETE,
  serve as GET,
  serve as HEAD,
  serve as OPTIONS,
  serve as PATCH,
  serve as POST,
  serve as PUT,
};
