import type { Providers } from "#lib/payment/providers/configured-providers";
import { createFlutterwave } from "#lib/payment/providers/flutterwave/flutterwave";
import { createMonnify } from "#lib/payment/providers/monnify/monnify";
import { createPaystack } from "#lib/payment/providers/paystack/paystack";
import { SANDBOX_KEYS } from "#sandbox/payments/keys";
import type { PaymentsSandbox } from "#sandbox/payments/server";

/** All three providers as the portal uses them, against the sandbox's. */
export function createSandboxProviders(at: PaymentsSandbox): Providers {
  return new Map([
    [
      "paystack",
      createPaystack({ secretKey: SANDBOX_KEYS.PAYSTACK_SECRET_KEY, baseUrl: at.base("paystack") }),
    ],
    [
      "monnify",
      createMonnify({
        apiKey: SANDBOX_KEYS.MONNIFY_API_KEY,
        secretKey: SANDBOX_KEYS.MONNIFY_SECRET_KEY,
        contractCode: SANDBOX_KEYS.MONNIFY_CONTRACT_CODE,
        baseUrl: at.base("monnify"),
      }),
    ],
    [
      "flutterwave",
      createFlutterwave({
        clientId: SANDBOX_KEYS.FLUTTERWAVE_CLIENT_ID,
        clientSecret: SANDBOX_KEYS.FLUTTERWAVE_CLIENT_SECRET,
        webhookSecret: SANDBOX_KEYS.FLUTTERWAVE_WEBHOOK_SECRET,
        baseUrl: at.base("flutterwave"),
      }),
    ],
  ]);
}
