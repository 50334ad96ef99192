import { describeProvider } from "#lib/payment/testing/provider-cases";
import { SANDBOX_KEYS } from "#sandbox/payments/keys";
import { createPaystack } from "./paystack.ts";

const secretKey = SANDBOX_KEYS.PAYSTACK_SECRET_KEY;

describeProvider({
  name: "paystack",
  provider: (at, more) => createPaystack({ secretKey, baseUrl: at.base("paystack"), ...more }),
  stranger: (at) => createPaystack({ secretKey: "sk_test_other", baseUrl: at.base("paystack") }),
  changed: (at) =>
    createPaystack({ secretKey: "sk_test_new", previousSecretKey: secretKey, baseUrl: at.base("paystack") }),
  fees: { card: 17_500n, own: 1_000n },
  header: "x-paystack-signature",
  untouched: "pending",
  pageAgain: false,
  needsIdentity: false,
  secrets: [secretKey],
  amountField: /("amount":)\d+/,
});
