import { z } from "zod";
import { Identifier, toJsonNumber, WebUrl } from "#lib/payment/providers/exact-json";
import { type PaymentMethod, PaymentUnclear, type Provider } from "#lib/payment/providers/provider";
import { NAME, type PaystackClient, unwrapResponse } from "./client.ts";

const CHANNEL_BY_METHOD: Record<PaymentMethod, string> = {
  card: "card",
  transfer: "bank_transfer",
  ussd: "ussd",
};

const CheckoutBody = z.object({ authorization_url: WebUrl, reference: Identifier });

export const startPayment =
  ({ call }: PaystackClient): Provider["startPayment"] =>
  async ({ reference, amount, currency, email, name, returnTo, methods }) => {
    const begun = await unwrapResponse(
      CheckoutBody,
      call("POST", "/transaction/initialize", {
        reference,
        amount: toJsonNumber(String(amount)),
        currency,
        email,
        callback_url: returnTo,
        channels: methods.map((method) => CHANNEL_BY_METHOD[method]),
        metadata: JSON.stringify({
          cancel_action: returnTo,
          custom_fields: [{ display_name: "Name", variable_name: "name", value: name }],
        }),
      }),
    );
    if (begun.reference !== reference) throw new PaymentUnclear(NAME, "it started another payment");
    return { page: begun.authorization_url, expiresAt: null };
  };
