import { expect, it } from "vitest";
import { listReloadableNames } from "#lib/core/variables";
import { VARIABLES } from "#lib/modules";
import { SANDBOX_PROVIDERS } from "#sandbox/payments/world";
import { createProvider } from "./configured-providers.ts";
import { PROVIDER_NAMES } from "./provider.ts";
import { findProviderName, PROVIDERS, parseProviderName, providerLabel } from "./providers.ts";

it.each(PROVIDER_NAMES)("describes %s as its adapter and the configuration have it", (name) => {
  const provider = PROVIDERS[name];
  expect(provider.name).toBe(name);
  expect(createProvider(name, {}).name).toBe(name);
  const variables = Object.values(provider.keys).map(({ variable }) => variable);
  expect(listReloadableNames(VARIABLES)).toEqual(
    expect.arrayContaining([...variables, provider.signingKey.previousVariable]),
  );
  expect(Object.keys(provider.keys)).toEqual(
    expect.arrayContaining([provider.shownKey, provider.signingKey.name]),
  );
  expect(Boolean(createProvider(name, {}).listDisputes)).toBe(Boolean(provider.disputesUrl));
});

it("has a sandbox for every provider", () => {
  expect(SANDBOX_PROVIDERS).toEqual(PROVIDER_NAMES);
});

it("takes no provider for another", () => {
  expect(findProviderName("paystack2")).toBeUndefined();
  expect(() => parseProviderName("paystack2")).toThrow("Unknown payment provider: paystack2");
  expect(providerLabel("paystack2")).toBe("paystack2");
});
