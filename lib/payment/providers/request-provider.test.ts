import { afterAll, expect, it } from "vitest";
import { SANDBOX_KEYS } from "#sandbox/payments/keys";
import { startPaymentProviders } from "#sandbox/payments/server";
import { paystack } from "./paystack/paystack.ts";

const at = await startPaymentProviders();
afterAll(() => at.close());

const secretKey = SANDBOX_KEYS.PAYSTACK_SECRET_KEY;

it("a key never travels over plain http to another machine", async () => {
  const provider = paystack.create({ secretKey }, { baseUrl: "http://192.0.2.1" });
  await expect(provider.verify({ reference: "pay-001" })).rejects.toThrow("its address is not https://");
});

it("a redirect is not followed, and nothing is asked twice", async () => {
  const provider = paystack.create({ secretKey }, { baseUrl: at.base("paystack") });
  await at.control.do("order", { fault: "redirect" });
  await expect(provider.verify({ reference: "pay-001" })).rejects.toThrow("HTTP 302");
  expect((await at.control.log()).filter(({ what }) => what === "request")).toHaveLength(1);
});

it("a reference cannot lead to another path", async () => {
  const provider = paystack.create({ secretKey }, { baseUrl: at.base("paystack") });
  await at.control.do("reset", {});
  expect(await provider.verify({ reference: "../../refund" })).toMatchObject({ state: "unknown" });
  await expect(provider.verify({ transaction: "../refund" })).rejects.toThrow("isn’t an id of Paystack’s");
  const log = await at.control.log();
  expect(log.map((entry) => entry.what === "request" && entry.path)).toEqual([
    "/transaction/verify/..%2F..%2Frefund",
  ]);
});
