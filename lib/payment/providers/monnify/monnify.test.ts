import { expect, it } from "vitest";
import { describeAccessToken } from "#lib/payment/testing/access-token-cases";
import { describeProvider } from "#lib/payment/testing/provider-cases";
import { createSandboxProvider } from "#lib/payment/testing/sandbox-providers";
import { startPaymentProviders } from "#sandbox/payments/server";

describeProvider({
  name: "monnify",
  fees: { card: 7_500n, own: 1_500n },
  untouched: "pending",
  pageAgain: false,
  needsIdentity: true,
  amountField: /("amountPaid":)"[^"]*"/,
});

describeAccessToken("monnify");

it("asks for naira as decimals, to the kobo", async () => {
  const at = await startPaymentProviders();
  const provider = createSandboxProvider(at, "monnify");
  const input = {
    currency: "NGN",
    email: "ada@example.com",
    name: "Ada",
    returnTo: "http://127.0.0.1/",
    methods: [],
  };
  for (const amount of [2_000n, 100_010n, 99_999_999_999n])
    await provider.startPayment({ ...input, reference: `pay-${amount}`, amount });
  expect((await at.control.payments()).map((payment) => payment.requested)).toEqual([
    2_000n,
    100_010n,
    99_999_999_999n,
  ]);
  await at.close();
});
