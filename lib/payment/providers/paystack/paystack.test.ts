import { expect, onTestFinished, test } from "vitest";
import { describeProvider } from "#lib/payment/testing/provider-cases";
import { createSandboxProvider } from "#lib/payment/testing/sandbox-providers";
import { startPaymentProviders } from "#sandbox/payments/server";

describeProvider({
  name: "paystack",
  fees: { card: 17_500n, own: 1_000n },
  untouched: "pending",
  pageAgain: false,
  needsIdentity: false,
  amountField: /("amount":)\d+/,
});

test("requests no refund beside one that can't be read, which hides no other", async () => {
  const bank = await startPaymentProviders();
  onTestFinished(() => bank.close());
  const provider = createSandboxProvider(bank, "paystack");
  const refund = { id: 7, status: "processed", amount: 5_000, currency: "NGN", merchant_note: "known" };
  const text = JSON.stringify({ status: true, data: [{ ...refund, status: "on hold" }, refund] });
  const ask = async (key: string) => {
    await bank.control.do("order", { route: "refunds", provider: "paystack", text });
    const wanted = { transaction: "1", amount: 5_000n, currency: "NGN", key, reason: "not delivered" };
    return provider.refund(wanted);
  };
  expect(await ask("known")).toMatchObject({ id: "7", state: "done" });
  await expect(ask("other")).rejects.toMatchObject({ name: "PaymentUnclear" });
});
