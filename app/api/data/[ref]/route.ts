import { purchaseOperation } from "#lib/api/buy";
import { endpoint } from "#lib/api/endpoint";
import { readPurchase } from "#lib/api/read";

export const dynamic = "force-dynamic";

/** Section 4.3, with the caller's ref; and the purchase as it stands. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: purchaseOperation,
  GET: { handle: ({ ctx, ref = "" }) => readPurchase(ctx, ref) },
});
