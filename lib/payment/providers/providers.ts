import type { ProviderDescriptor } from "./descriptor.ts";
import { flutterwave } from "./flutterwave/flutterwave.ts";
import { monnify } from "./monnify/monnify.ts";
import { paystack } from "./paystack/paystack.ts";
import { PROVIDER_NAMES, type ProviderName } from "./provider.ts";

/** Every payment provider. A new one is a folder beside these, its name and its lanes. */
export const PROVIDERS: Readonly<Record<ProviderName, ProviderDescriptor>> = {
  paystack,
  monnify,
  flutterwave,
};

/** Reads a name from outside; undefined when there is no such provider. */
export const findProviderName = (name: string): ProviderName | undefined =>
  PROVIDER_NAMES.find((provider) => provider === name);

/** Reads the name in a row. @throws Error when there is no such provider */
export function parseProviderName(name: string): ProviderName {
  const provider = findProviderName(name);
  if (!provider) throw new Error(`Unknown payment provider: ${name}`);
  return provider;
}

/** The label of the provider of a row; its name when the portal no longer has that provider. */
export const providerLabel = (name: string): string => {
  const provider = findProviderName(name);
  return provider ? PROVIDERS[provider].label : name;
};
