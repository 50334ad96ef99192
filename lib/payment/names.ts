import type { ProviderName } from "./provider.ts";

/** Providers as people know them. */
export const PROVIDER_NAMES: Record<ProviderName, string> = {
  paystack: "Paystack",
  monnify: "Monnify",
  flutterwave: "Flutterwave",
};

/** A provider's name of a row, as people know it. */
export const providerLabel = (provider: string): string =>
  PROVIDER_NAMES[provider as ProviderName] ?? provider;
