import type { ProviderName } from "./provider.ts";

/** Providers as people know them. */
export const PROVIDER_NAMES: Record<ProviderName, string> = {
  paystack: "Paystack",
  monnify: "Monnify",
  flutterwave: "Flutterwave",
};

/** Where evidence in a dispute is given; of providers that tell of disputes. */
export const DISPUTE_PAGES: Partial<Record<ProviderName, string>> = {
  paystack: "https://dashboard.paystack.com/#/disputes",
};

/** A provider's name of a row, as people know it. */
export const providerLabel = (provider: string): string =>
  PROVIDER_NAMES[provider as ProviderName] ?? provider;
