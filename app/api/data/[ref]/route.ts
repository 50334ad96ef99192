import { endpoint } from "#lib/api/endpoint";
import { purchaseOperation } from "#lib/api/purchase-operation";
import { readPurchase } from "#lib/api/read-purchase";

export const dynamic = "force-dynamic";

/** Section 4.3, with the caller's ref; and the purchase as it stands. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: purchaseOperation,
  GET: { handle: ({ ctx, ref = "" }) => readPurchase(ctx, ref) },
});
