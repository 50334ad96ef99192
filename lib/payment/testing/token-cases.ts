import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Payments, startPayments } from "#sandbox/payments/server";
import { PaymentUnanswered, type Provider, type ProviderName } from "../provider.ts";

/** What must hold for providers that let in by an access token. */
export function tokenCases(name: ProviderName, providerAt: (at: Payments) => Provider) {
  describe("an access token", () => {
    let at: Payments;
    beforeAll(async () => {
      at = await startPayments();
    });
    beforeEach(() => at.control.do("reset", {}));
    afterAll(() => at?.close());

    const asked = async () =>
      (await at.control.log()).filter((one) => one.what === "request" && one.route === "token").length;
    const verify = (provider: Provider) => provider.verify({ reference: "pay-none" });

    it("is asked for once, by however many callers, and kept", async () => {
      const provider = providerAt(at);
      await Promise.all([verify(provider), verify(provider), verify(provider)]);
      await verify(provider);
      expect(await asked()).toBe(1);
    });

    it("that ended early is asked for anew, once", async () => {
      const provider = providerAt(at);
      await verify(provider);
      await at.control.do("expire-tokens", {});
      expect(await verify(provider)).toMatchObject({ state: "unknown" });
      expect(await asked()).toBe(2);
    });

    it("that is never taken is nothing definite, after one more try", async () => {
      await at.control.do("order", { provider: name, route: "verify", fault: "unauthorized", times: 9 });
      await expect(verify(providerAt(at))).rejects.toBeInstanceOf(PaymentUnanswered);
      const log = await at.control.log();
      expect(log.filter((one) => one.what === "request" && one.route === "verify")).toHaveLength(2);
    });

    it("that cannot be had is asked for again by the next caller", async () => {
      const provider = providerAt(at);
      await at.control.do("order", { provider: name, route: "token", fault: "server-error" });
      await expect(verify(provider)).rejects.toBeInstanceOf(PaymentUnanswered);
      expect(await verify(provider)).toMatchObject({ state: "unknown" });
    });
  });
}
