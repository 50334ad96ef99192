import { createEndpoint } from "#lib/api/endpoint";
import { purchaseOperation } from "#lib/api/purchase-operation";
import { readPurchase } from "#lib/api/read-operations";

/**
 * A purchase under the caller's ref, and its current state (interface: Purchase).
 * The ref is read from the address as sent.
 */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = createEndpoint("/api/data/{ref}", {
  POST: purchaseOperation,
  GET: { handle: ({ ctx, ref = "" }) => readPurchase(ctx, ref) },
});
