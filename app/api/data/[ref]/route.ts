import { createEndpoint } from "#lib/api/endpoint";
import { purchaseOperation } from "#lib/api/purchase-operation";
import { readPurchase } from "#lib/api/read-operations";

/** A purchase under the caller's ref, and its current state (interface: Purchase). The ref is read from the address as sent. */
const serve = createEndpoint("/api/data/{ref}", {
  POST: purchaseOperation,
  GET: { handle: ({ ctx, ref = "" }) => readPurchase(ctx, ref) },
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
