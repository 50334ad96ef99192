import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PaymentUnclear, type Provider, type ProviderName } from "#lib/payment/providers/provider";
import { type PaymentsSandbox, startPaymentProviders } from "#sandbox/payments/server";
import { createSandboxProvider } from "./sandbox-providers.ts";

/** Tests providers that use an access token. */
export function describeAccessToken(name: ProviderName) {
  describe("an access token", () => {
    let at: PaymentsSandbox;
    beforeAll(async () => {
      at = await startPaymentProviders();
    });
    beforeEach(() => at.control.do("reset", {}));
    afterAll(() => at?.close());

    const countTokenRequests = async () =>
      (await at.control.log()).filter((entry) => entry.what === "request" && entry.route === "token").length;
    const verify = (provider: Provider) => provider.verify({ reference: "pay-none" });

    it("is requested once for concurrent callers, and cached", async () => {
      const provider = createSandboxProvider(at, name);
      await Promise.all([verify(provider), verify(provider), verify(provider)]);
      await verify(provider);
      expect(await countTokenRequests()).toBe(1);
    });

    it("is renewed once when it expired early", async () => {
      const provider = createSandboxProvider(at, name);
      await verify(provider);
      await at.control.do("expire-tokens", {});
      expect(await verify(provider)).toMatchObject({ state: "unknown" });
      expect(await countTokenRequests()).toBe(2);
    });

    it("that is never accepted gives no definite result, after one retry", async () => {
      await at.control.do("order", { provider: name, route: "verify", fault: "unauthorized", times: 9 });
      await expect(verify(createSandboxProvider(at, name))).rejects.toBeInstanceOf(PaymentUnclear);
      const log = await at.control.log();
      expect(log.filter((entry) => entry.what === "request" && entry.route === "verify")).toHaveLength(2);
    });

    it("that could not be obtained is requested again by the next caller", async () => {
      const provider = createSandboxProvider(at, name);
      await at.control.do("order", { provider: name, route: "token", fault: "server-error" });
      await expect(verify(provider)).rejects.toBeInstanceOf(PaymentUnclear);
      expect(await verify(provider)).toMatchObject({ state: "unknown" });
    });
  });
}
