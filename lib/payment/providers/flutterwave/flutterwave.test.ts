import { expect, onTestFinished, test } from "vitest";
import { describeAccessToken } from "#lib/payment/testing/access-token-cases";
import { describeProvider } from "#lib/payment/testing/provider-cases";
import { createSandboxProvider } from "#lib/payment/testing/sandbox-providers";
import { startPaymentProviders } from "#sandbox/payments/server";

describeProvider({
  name: "flutterwave",
  fees: { card: 10_000n, own: 2_000n },
  untouched: "unknown",
  pageAgain: true,
  needsIdentity: true,
  amountField: /("amount":)[\d.]+/,
});

describeAccessToken("flutterwave");

test("an unreadable attempt to pay hides no successful one, and is nothing definite alone", async () => {
  const bank = await startPaymentProviders();
  onTestFinished(() => bank.close());
  const provider = createSandboxProvider(bank, "flutterwave");
  const paid = { id: "c2", reference: "pay-001", status: "succeeded", amount: 5000, currency: "NGN" };
  const unreadable = { ...paid, id: "c1", status: "on hold" };
  const say = (data: unknown[]) =>
    bank.control.do("order", {
      route: "verify",
      provider: "flutterwave",
      text: JSON.stringify({ status: "success", data }),
    });
  await say([unreadable, paid]);
  expect(await provider.verify({ reference: "pay-001" })).toMatchObject({ state: "paid", transaction: "c2" });
  await say([unreadable, { ...paid, status: "failed" }]);
  await expect(provider.verify({ reference: "pay-001" })).rejects.toMatchObject({ name: "PaymentUnclear" });
});
