import "server-only";
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
  const { create, getBaseUrl } = PROVIDERS[name];
  return create(keys, { previous, baseUrl: getBaseUrl() });
}

const providerCache = new Map<ProviderName, { variables: unknown; provider: Provider | undefined }>();

/** The operator's payment providers: those whose keys are set. */
export function getProviders(): Providers {
  return new Map(
    PROVIDER_NAMES.flatMap((name) => {
      const provider = getProvider(name);
      return provider ? [[name, provider] as const] : [];
    }),
  );
}

function getProvider(name: ProviderName): Provider | undefined {
  // The variables are another object once a secret was reloaded.
  const variables = PROVIDERS[name].getVariables();
  const cached = providerCache.get(name);
  if (cached?.variables === variables) return cached.provider;
  const provider = createConfiguredProvider(name);
  providerCache.set(name, { variables, provider });
  return provider;
}

/** Creates a provider with the operator's keys; undefined when they are not set. */
function createConfiguredProvider(name: ProviderName): Provider | undefined {
  const { keys, signingKey, getVariables } = PROVIDERS[name];
  const variables = getVariables();
  const values = Object.fromEntries(
    Object.entries(keys).map(([key, { variable }]) => [key, variables[variable] ?? ""]),
  );
  if (!Object.values(values).every(Boolean)) return undefined;
  return createProvider(name, values, { [signingKey.name]: variables[signingKey.previousVariable] ?? "" });
}
