import { describeAccessToken } from "#lib/payment/testing/access-token-cases";
import { describeProvider } from "#lib/payment/testing/provider-cases";
import { SANDBOX_KEYS } from "#sandbox/payments/keys";
import { createFlutterwave } from "./flutterwave.ts";

const keys = {
  clientId: SANDBOX_KEYS.FLUTTERWAVE_CLIENT_ID,
  clientSecret: SANDBOX_KEYS.FLUTTERWAVE_CLIENT_SECRET,
  webhookSecret: SANDBOX_KEYS.FLUTTERWAVE_WEBHOOK_SECRET,
};

describeProvider({
  name: "flutterwave",
  provider: (at, more) => createFlutterwave({ ...keys, baseUrl: at.base("flutterwave"), ...more }),
  stranger: (at) => createFlutterwave({ ...keys, webhookSecret: "other", baseUrl: at.base("flutterwave") }),
  changed: (at) =>
    createFlutterwave({
      clientId: keys.clientId,
      clientSecret: "new",
      webhookSecret: "new",
      previousWebhookSecret: keys.webhookSecret,
      baseUrl: at.base("flutterwave"),
    }),
  fees: { card: 10_000n, own: 2_000n },
  header: "flutterwave-signature",
  untouched: "unknown",
  pageAgain: true,
  needsIdentity: true,
  secrets: [keys.clientSecret, keys.webhookSecret],
  amountField: /("amount":)[\d.]+/,
});

describeAccessToken("flutterwave", (at) => createFlutterwave({ ...keys, baseUrl: at.base("flutterwave") }));
