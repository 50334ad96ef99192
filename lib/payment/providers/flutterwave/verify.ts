import { createUnknownPayment, PaymentUnclear, type Provider } from "#lib/payment/providers/provider";
import { isReadable } from "#lib/payment/providers/read-all-pages";
import { ChargeBody, listCharges, toVerifiedPayment } from "./charge.ts";
import { ErrorBody, type FlutterwaveClient, NAME, unwrapResponse } from "./client.ts";

export const verify =
  (client: FlutterwaveClient): Provider["verify"] =>
  async (lookup) => {
    if ("reference" in lookup) {
      const { charges, raw } = await listCharges(client, lookup.reference);
      const readable = charges.filter(isReadable);
      // A payer may try again under the same reference, so a successful charge decides.
      const paid = readable.find(({ status }) => status === "succeeded");
      if (!paid && readable.length < charges.length)
        throw new PaymentUnclear(NAME, "an attempt to pay is unreadable");
      const body = paid ?? readable[0];
      return body ? toVerifiedPayment(body, raw) : createUnknownPayment(raw);
    }
    const response = await client.get(`/charges/${encodeURIComponent(lookup.transaction)}`);
    if (response.status === 404 && ErrorBody.safeParse(response.json).success)
      return createUnknownPayment(response.raw);
    const body = unwrapResponse(ChargeBody, response);
    if (body.id !== lookup.transaction)
      throw new PaymentUnclear(NAME, "its response is about another payment");
    return toVerifiedPayment(body, response.raw);
  };
