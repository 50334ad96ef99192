import { z } from "zod";
import { formatDecimal } from "#lib/core/money/money";
import { Identifier, toJsonNumber, WebUrl } from "#lib/payment/providers/exact-json";
import { PaymentUnclear, type Provider } from "#lib/payment/providers/provider";
import { type FlutterwaveClient, NAME, unwrapResponse } from "./client.ts";
import { registerCustomer } from "./register-customer.ts";

const SessionBody = z.object({ reference: Identifier, checkout_url: WebUrl });

export const startPayment =
  (client: FlutterwaveClient): Provider["startPayment"] =>
  async ({ reference, amount, currency, email, name, returnTo }) => {
    const session = {
      amount: toJsonNumber(formatDecimal(amount, currency)),
      currency,
      reference,
      customer_id: await registerCustomer(client, email, name),
      redirect_url: returnTo,
    };
    const begun = unwrapResponse(
      SessionBody,
      await client.post("/checkout/sessions", session, `start-${reference}`),
    );
    if (begun.reference !== reference) throw new PaymentUnclear(NAME, "it started another payment");
    return { page: begun.checkout_url, expiresAt: null };
  };
