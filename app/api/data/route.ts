import { createEndpoint } from "#lib/api/endpoint";
import { purchaseOperation } from "#lib/api/purchase-operation";

/** A purchase under a ref that the portal creates (interface: Purchase). */
const serve = createEndpoint("/api/data", { POST: purchaseOperation });

export {
  serve as DELETE,
  serve as GET,
  serve as HEAD,
  serve as OPTIONS,
  serve as PATCH,
  serve as POST,
  serve as PUT,
};
