import { createEndpoint } from "#lib/api/endpoint";
import { readBalance } from "#lib/api/read-operations";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = createEndpoint("/api/balance", {
  GET: { handle: ({ ctx }) => readBalance(ctx) },
});
