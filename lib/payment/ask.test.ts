import { afterAll, beforeAll, expect, it } from "vitest";
import { keys } from "#sandbox/payments/keys";
import { type Payments, startPayments } from "#sandbox/payments/server";
import { paystack } from "./paystack.ts";

let at: Payments;
beforeAll(async () => {
  at = await startPayments();
});
afterAll(() => at?.close());

const secretKey = keys.PAYSTACK_SECRET_KEY;

it("a key never travels over plain http to another machine", async () => {
  const provider = paystack({ secretKey, baseUrl: "http://192.0.2.1" });
  await expect(provider.verify({ reference: "pay-001" })).rejects.toThrow("its address is not https://");
});

it("a redirect is not followed, and nothing is asked twice", async () => {
  const provider = paystack({ secretKey, baseUrl: at.base("paystack") });
  await at.control.do("order", { fault: "redirect" });
  await expect(provider.verify({ reference: "pay-001" })).rejects.toThrow("HTTP 302");
  expect((await at.control.log()).filter(({ what }) => what === "request")).toHaveLength(1);
});

it("a reference cannot lead to another path", async () => {
  const provider = paystack({ secretKey, baseUrl: at.base("paystack") });
  await at.control.do("reset", {});
  expect(await provider.verify({ reference: "../../refund" })).toMatchObject({ state: "unknown" });
  await expect(provider.verify({ transaction: "../refund" })).rejects.toThrow("no id of its");
  const log = await at.control.log();
  expect(log.map((one) => one.what === "request" && one.path)).toEqual([
    "/transaction/verify/..%2F..%2Frefund",
  ]);
});
