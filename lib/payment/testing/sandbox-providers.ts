import type { Providers } from "#lib/payment/providers/configured-providers";
import type { ProviderKeys, ProviderOptions } from "#lib/payment/providers/descriptor";
import { PROVIDER_NAMES, type Provider, type ProviderName } from "#lib/payment/providers/provider";
import { PROVIDERS } from "#lib/payment/providers/providers";
import { SANDBOX_KEYS } from "#sandbox/payments/keys";
import type { PaymentsSandbox } from "#sandbox/payments/server";

export function getSandboxKeys(name: ProviderName): ProviderKeys {
  const keys: Record<string, string> = SANDBOX_KEYS;
  const pairs = Object.entries(PROVIDERS[name].keys).map(([key, { variable }]) => [key, keys[variable]]);
  return Object.fromEntries(pairs);
}

/** A provider as the portal uses it, against the sandbox's. @param keys others than the sandbox accepts */
export function createSandboxProvider(
  at: PaymentsSandbox,
  name: ProviderName,
  keys: ProviderKeys = {},
  options: Partial<ProviderOptions> = {},
): Provider {
  const all = { ...getSandboxKeys(name), ...keys };
  return PROVIDERS[name].create(all, { baseUrl: at.base(name), ...options });
}

export const createSandboxProviders = (
  at: PaymentsSandbox,
  names: readonly ProviderName[] = PROVIDER_NAMES,
): Providers => new Map(names.map((name) => [name, createSandboxProvider(at, name)]));
