import { toLocalDigits } from "#lib/core/text/phone";
import type { DialectRequest } from "#lib/upstream/dialect";
import type { UpstreamPurchase } from "#lib/upstream/purchase-response";
import { authenticate } from "./authenticate.ts";

/** Builds the request of a purchase (interface: Purchase). */
export function buildPurchase(
  { ident, planId, networkId, phone }: UpstreamPurchase,
  token: string,
): DialectRequest {
  return {
    method: "POST",
    path: `/api/data/${encodeURIComponent(ident)}`,
    headers: authenticate(token),
    json: { plan: planId, mobile_number: toLocalDigits(phone), network: networkId },
  };
}
