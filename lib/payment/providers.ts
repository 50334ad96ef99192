import "server-only";
import { env } from "#lib/core/env";
import { flutterwave } from "./flutterwave.ts";
import { monnify } from "./monnify.ts";
import { paystack } from "./paystack.ts";
import type { Provider, ProviderName } from "./provider.ts";

/** What a provider gives to who has an account there, by the names under which it is sealed. */
export interface Keys {
  secretKey?: string;
  apiKey?: string;
  contractCode?: string;
  clientId?: string;
  clientSecret?: string;
  webhookSecret?: string;
}

/** A provider by other keys than the operator's, at the same address. */
export function keyedProvider(name: ProviderName, keys: Keys): Provider {
  const { PAYSTACK_BASE_URL, MONNIFY_BASE_URL, FLUTTERWAVE_BASE_URL } = env();
  const { secretKey = "", apiKey = "", contractCode = "" } = keys;
  const { clientId = "", clientSecret = "", webhookSecret = "" } = keys;
  switch (name) {
    case "paystack":
      return paystack({ secretKey, baseUrl: PAYSTACK_BASE_URL });
    case "monnify":
      return monnify({ apiKey, secretKey, contractCode, baseUrl: MONNIFY_BASE_URL });
    case "flutterwave":
      return flutterwave({ clientId, clientSecret, webhookSecret, baseUrl: FLUTTERWAVE_BASE_URL });
  }
}

let built: { of: unknown; providers: Provider[] } | undefined;

/** The payment providers that have keys, which are the ones to offer. */
export function providers(): Provider[] {
  // Built anew when a key was changed while the portal runs.
  if (built?.of !== env()) built = { of: env(), providers: build() };
  return built.providers;
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
