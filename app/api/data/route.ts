import { createEndpoint } from "#lib/api/endpoint";
import { purchaseOperation } from "#lib/api/purchase-operation";

/** A purchase under a ref that the portal creates (interface: Purchase). */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = createEndpoint("/api/data", {
  POST: purchaseOperation,
});
