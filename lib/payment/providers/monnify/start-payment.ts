import { z } from "zod";
import { formatDecimal } from "#lib/core/money/money";
import { Identifier, toJsonNumber, WebUrl } from "#lib/payment/providers/exact-json";
import { type PaymentMethod, PaymentUnclear, type Provider } from "#lib/payment/providers/provider";
import { type MonnifyClient, NAME, unwrapResponse } from "./client.ts";

const CODE_BY_METHOD: Record<PaymentMethod, string> = {
  card: "CARD",
  transfer: "ACCOUNT_TRANSFER",
  ussd: "USSD",
};
const CHECKOUT_LIFETIME_MS = 40 * 60_000;

const CheckoutBody = z.object({ paymentReference: Identifier, checkoutUrl: WebUrl });

export const startPayment =
  ({ call, contractCode }: MonnifyClient): Provider["startPayment"] =>
  async ({ reference, amount, currency, email, name, returnTo, methods }) => {
    const response = await call("POST", "/api/v1/merchant/transactions/init-transaction", {
      amount: toJsonNumber(formatDecimal(amount, currency)),
      currencyCode: currency,
      customerName: name,
      customerEmail: email,
      paymentReference: reference,
      paymentDescription: reference,
      contractCode,
      redirectUrl: returnTo,
      paymentMethods: methods.map((method) => CODE_BY_METHOD[method]),
    });
    const begun = unwrapResponse(CheckoutBody, response);
    if (begun.paymentReference !== reference) throw new PaymentUnclear(NAME, "it started another payment");
    return { page: begun.checkoutUrl, expiresAt: new Date(Date.now() + CHECKOUT_LIFETIME_MS) };
  };
