import {
  createUnknownPayment,
  PaymentUnclear,
  type Provider,
  type VerifiedPayment,
} from "#lib/payment/providers/provider";
import { type ProviderResponse, parseProviderResponse } from "#lib/payment/providers/request-provider";
import { ErrorBody, NAME, type PaystackClient, requireNumericId, unwrapResponse } from "./client.ts";
import { TransactionBody, toVerifiedPayment } from "./transaction.ts";

export const verify =
  ({ call }: PaystackClient): Provider["verify"] =>
  async (lookup) => {
    const named = "reference" in lookup;
    const path = named
      ? `/transaction/verify/${encodeURIComponent(lookup.reference)}`
      : `/transaction/${requireNumericId(lookup.transaction)}`;
    const response = await call("GET", path);
    if (response.status >= 400) return toMissingPayment(response);
    const body = await unwrapResponse(TransactionBody, response);
    const same = named ? body.reference === lookup.reference : body.id === lookup.transaction;
    if (!same) throw new PaymentUnclear(NAME, "its response is about another payment");
    return toVerifiedPayment(body, response.raw);
  };

/** Only Paystack's own words for it mean that there is no such payment. */
function toMissingPayment(response: ProviderResponse): VerifiedPayment {
  const { code, message } = parseProviderResponse(NAME, ErrorBody, response);
  if (code !== "transaction_not_found" && !/^transaction (reference )?not found/i.test(message))
    throw new PaymentUnclear(NAME, `HTTP ${response.status} ${message}`);
  return createUnknownPayment(response.raw);
}
