import { createEndpoint } from "#lib/api/endpoint";
import { readBalance } from "#lib/api/read-operations";

/** The caller's balance. */
const serve = createEndpoint("/api/balance", { GET: { handle: ({ ctx }) => readBalance(ctx) } });

export {
  serve as DELETE,
  serve as GET,
  serve as HEAD,
  serve as OPTIONS,
  serve as PATCH,
  serve as POST,
  serve as PUT,
};
