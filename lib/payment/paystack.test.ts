import { keys } from "#sandbox/payments/keys";
import { paystack } from "./paystack.ts";
import { everyCase } from "./testing/cases.ts";

const secretKey = keys.PAYSTACK_SECRET_KEY;

everyCase({
  name: "paystack",
  provider: (at, more) => paystack({ secretKey, baseUrl: at.base("paystack"), ...more }),
  stranger: (at) => paystack({ secretKey: "sk_test_other", baseUrl: at.base("paystack") }),
  changed: (at) =>
    paystack({ secretKey: "sk_test_new", secretKeyBefore: secretKey, baseUrl: at.base("paystack") }),
  fees: { card: 17_500n, own: 1_000n },
  header: "x-paystack-signature",
  untouched: "pending",
  pageAgain: false,
  needsIdentity: false,
  secrets: [secretKey],
  amountField: /("amount":)\d+/,
});
