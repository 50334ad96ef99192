import type { ProviderName } from "./provider.ts";

/** Providers as people know them. */
export const PROVIDER_NAMES: Record<ProviderName, string> = {
  paystack: "Paystack",
  monnify: "Monnify",
  flutterwave: "Flutterwave",
};
