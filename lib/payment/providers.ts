import "server-only";
import { env } from "#lib/core/env";
import { flutterwave } from "./flutterwave.ts";
import { monnify } from "./monnify.ts";
import { paystack } from "./paystack.ts";
import type { Provider } from "./provider.ts";

let built: Provider[] | undefined;

/** The payment providers that have keys, which are the ones to offer. */
export function providers(): Provider[] {
  built ??= build();
  return built;
}

function build(): Provider[] {
  const {
    PAYSTACK_SECRET_KEY: secretKey,
    MONNIFY_API_KEY: apiKey,
    MONNIFY_SECRET_KEY: monnifyKey,
    MONNIFY_CONTRACT_CODE: contractCode,
    FLUTTERWAVE_CLIENT_ID: clientId,
    FLUTTERWAVE_CLIENT_SECRET: clientSecret,
    FLUTTERWAVE_WEBHOOK_SECRET: webhookSecret,
    ...rest
  } = env();
  const found: Provider[] = [];
  if (secretKey) found.push(paystack({ secretKey, baseUrl: rest.PAYSTACK_BASE_URL }));
  if (apiKey && monnifyKey && contractCode)
    found.push(monnify({ apiKey, secretKey: monnifyKey, contractCode, baseUrl: rest.MONNIFY_BASE_URL }));
  if (clientId && clientSecret && webhookSecret)
    found.push(flutterwave({ clientId, clientSecret, webhookSecret, baseUrl: rest.FLUTTERWAVE_BASE_URL }));
  return found;
}
