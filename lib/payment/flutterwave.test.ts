import { keys } from "#sandbox/payments/keys";
import { flutterwave } from "./flutterwave.ts";
import { everyCase } from "./testing/cases.ts";
import { tokenCases } from "./testing/token-cases.ts";

const own = {
  clientId: keys.FLUTTERWAVE_CLIENT_ID,
  clientSecret: keys.FLUTTERWAVE_CLIENT_SECRET,
  webhookSecret: keys.FLUTTERWAVE_WEBHOOK_SECRET,
};

everyCase({
  name: "flutterwave",
  provider: (at, more) => flutterwave({ ...own, baseUrl: at.base("flutterwave"), ...more }),
  stranger: (at) => flutterwave({ ...own, webhookSecret: "other", baseUrl: at.base("flutterwave") }),
  changed: (at) =>
    flutterwave({
      ...{ clientId: own.clientId, clientSecret: "new", webhookSecret: "new" },
      ...{ webhookSecretBefore: own.webhookSecret, baseUrl: at.base("flutterwave") },
    }),
  fees: { card: 10_000n, own: 2_000n },
  header: "flutterwave-signature",
  untouched: "unknown",
  pageAgain: true,
  needsIdentity: true,
  secrets: [own.clientSecret, own.webhookSecret],
  amountField: /("amount":)[\d.]+/,
});

tokenCases("flutterwave", (at) => flutterwave({ ...own, baseUrl: at.base("flutterwave") }));
