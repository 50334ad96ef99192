import "server-only";
import { env } from "#lib/core/env";
import { flutterwave } from "./flutterwave.ts";
import { monnify } from "./monnify.ts";
import { paystack } from "./paystack.ts";
import { PROVIDERS, type Provider, type ProviderName } from "./provider.ts";

/** What a provider gives to who has an account there, by the names under which it is sealed. */
export interface Keys {
  secretKey?: string | undefined;
  apiKey?: string | undefined;
  contractCode?: string | undefined;
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  webhookSecret?: string | undefined;
}

/**
 * A provider by these keys. By those before them a notice is read that they signed, and nothing else is done: whatever is asked
 * of the provider, is asked by the keys of now.
 */
export function keyedProvider(name: ProviderName, keys: Keys, before: Keys = {}): Provider {
  const { PAYSTACK_BASE_URL, MONNIFY_BASE_URL, FLUTTERWAVE_BASE_URL } = env();
  const { secretKey = "", apiKey = "", contractCode = "" } = keys;
  const { clientId = "", clientSecret = "", webhookSecret = "" } = keys;
  const secretKeyBefore = before.secretKey;
  const webhookSecretBefore = before.webhookSecret;
  switch (name) {
    case "paystack":
      return paystack({ secretKey, secretKeyBefore, baseUrl: PAYSTACK_BASE_URL });
    case "monnify":
      return monnify({ apiKey, secretKey, secretKeyBefore, contractCode, baseUrl: MONNIFY_BASE_URL });
    case "flutterwave": {
      const own = { clientId, clientSecret, webhookSecret, webhookSecretBefore };
      return flutterwave({ ...own, baseUrl: FLUTTERWAVE_BASE_URL });
    }
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
  const set = env();
  const own: Record<ProviderName, { keys: Keys; before: Keys }> = {
    paystack: {
      keys: { secretKey: set.PAYSTACK_SECRET_KEY },
      before: { secretKey: set.PAYSTACK_SECRET_KEY_BEFORE },
    },
    monnify: {
      keys: {
        apiKey: set.MONNIFY_API_KEY,
        secretKey: set.MONNIFY_SECRET_KEY,
        contractCode: set.MONNIFY_CONTRACT_CODE,
      },
      before: { secretKey: set.MONNIFY_SECRET_KEY_BEFORE },
    },
    flutterwave: {
      keys: {
        clientId: set.FLUTTERWAVE_CLIENT_ID,
        clientSecret: set.FLUTTERWAVE_CLIENT_SECRET,
        webhookSecret: set.FLUTTERWAVE_WEBHOOK_SECRET,
      },
      before: { webhookSecret: set.FLUTTERWAVE_WEBHOOK_SECRET_BEFORE },
    },
  };
  return PROVIDERS.filter((name) => Object.values(own[name].keys).every((key) => key)).map((name) =>
    keyedProvider(name, own[name].keys, own[name].before),
  );
}
