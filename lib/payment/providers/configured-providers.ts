import "server-only";
import { env } from "#lib/core/env";
import type { ProviderKeys } from "./descriptor.ts";
import { PROVIDER_NAMES, type Provider, type ProviderName } from "./provider.ts";
import { PROVIDERS } from "./providers.ts";

export type Providers = ReadonlyMap<ProviderName, Provider>;

/** A provider that is called with these keys. Webhooks signed with the previous keys are still read. */
export function createProvider(
  name: ProviderName,
  keys: ProviderKeys,
  previous: ProviderKeys = {},
): Provider {
  const { baseUrlVariable, create } = PROVIDERS[name];
  return create(keys, { previous, baseUrl: env()[baseUrlVariable] ?? "" });
}

let providerCache: { env: unknown; providers: Providers } | undefined;

/** The operator's payment providers: those whose keys are set. */
export function getProviders(): Providers {
  // `env()` is another object once a secret was reloaded.
  if (providerCache?.env !== env()) providerCache = { env: env(), providers: createConfiguredProviders() };
  return providerCache.providers;
}

function createConfiguredProviders(): Providers {
  const variables = env();
  return new Map(
    PROVIDER_NAMES.flatMap((name) => {
      const { keys, signingKey } = PROVIDERS[name];
      const values = Object.fromEntries(
        Object.entries(keys).map(([key, { variable }]) => [key, variables[variable] ?? ""]),
      );
      if (!Object.values(values).every(Boolean)) return [];
      const previous = { [signingKey.name]: variables[signingKey.previousVariable] ?? "" };
      return [[name, createProvider(name, values, previous)] as const];
    }),
  );
}
