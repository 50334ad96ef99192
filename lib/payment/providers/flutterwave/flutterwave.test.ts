import { describeAccessToken } from "#lib/payment/testing/access-token-cases";
import { describeProvider } from "#lib/payment/testing/provider-cases";

describeProvider({
  name: "flutterwave",
  fees: { card: 10_000n, own: 2_000n },
  untouched: "unknown",
  pageAgain: true,
  needsIdentity: true,
  amountField: /("amount":)[\d.]+/,
});

describeAccessToken("flutterwave");
