import { keys } from "#sandbox/payments/keys";
import type { Payments } from "#sandbox/payments/server";
import type { Providers } from "../configured.ts";
import { flutterwave } from "../flutterwave.ts";
import { monnify } from "../monnify.ts";
import { paystack } from "../paystack.ts";

/** All three providers as the portal uses them, against the sandbox's. */
export function emulated(at: Payments): Providers {
  return new Map([
    ["paystack", paystack({ secretKey: keys.PAYSTACK_SECRET_KEY, baseUrl: at.base("paystack") })],
    [
      "monnify",
      monnify({
        apiKey: keys.MONNIFY_API_KEY,
        secretKey: keys.MONNIFY_SECRET_KEY,
        contractCode: keys.MONNIFY_CONTRACT_CODE,
        baseUrl: at.base("monnify"),
      }),
    ],
    [
      "flutterwave",
      flutterwave({
        clientId: keys.FLUTTERWAVE_CLIENT_ID,
        clientSecret: keys.FLUTTERWAVE_CLIENT_SECRET,
        webhookSecret: keys.FLUTTERWAVE_WEBHOOK_SECRET,
        baseUrl: at.base("flutterwave"),
      }),
    ],
  ]);
}
