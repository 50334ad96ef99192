import { describeProvider } from "#lib/payment/testing/provider-cases";

describeProvider({
  name: "paystack",
  fees: { card: 17_500n, own: 1_000n },
  untouched: "pending",
  pageAgain: false,
  needsIdentity: false,
  amountField: /("amount":)\d+/,
});
