import { createUnknownPayment, PaymentUnclear, type Provider } from "#lib/payment/providers/provider";
import { isNotFound, type MonnifyClient, NAME, unwrapResponse } from "./client.ts";
import { TransactionBody, toVerifiedPayment } from "./transaction.ts";

export const verify =
  ({ call }: MonnifyClient): Provider["verify"] =>
  async (lookup) => {
    const response = await call(
      "GET",
      "reference" in lookup
        ? `/api/v2/merchant/transactions/query?paymentReference=${encodeURIComponent(lookup.reference)}`
        : `/api/v2/transactions/${encodeURIComponent(lookup.transaction)}`,
    );
    if (isNotFound(response)) return createUnknownPayment(response.raw);
    const body = unwrapResponse(TransactionBody, response);
    const same =
      "reference" in lookup
        ? body.paymentReference === lookup.reference
        : body.transactionReference === lookup.transaction;
    if (!same) throw new PaymentUnclear(NAME, "its response is about another payment");
    return toVerifiedPayment(body, response.raw);
  };
