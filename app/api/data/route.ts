import { purchaseOperation } from "#lib/api/buy";
import { endpoint } from "#lib/api/endpoint";

export const dynamic = "force-dynamic";

/** Section 4.3, with a ref that the portal makes. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({ POST: purchaseOperation });
