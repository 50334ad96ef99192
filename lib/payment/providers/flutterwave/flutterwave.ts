import { defineProvider } from "#lib/payment/providers/descriptor";
import { IDENTITY_KINDS } from "#lib/payment/providers/provider";
import { createFlutterwaveClient } from "./client.ts";
import { listSettlements } from "./list-settlements.ts";
import { listTransfers } from "./list-transfers.ts";
import { openAccount } from "./open-account.ts";
import { readWebhook } from "./read-webhook.ts";
import { getRefund, refund } from "./refund.ts";
import { startPayment } from "./start-payment.ts";
import { getFlutterwaveVariables } from "./variables.ts";
import { verify } from "./verify.ts";

export const flutterwave = defineProvider({
  name: "flutterwave",
  label: "Flutterwave",
  getVariables: getFlutterwaveVariables,
  keys: {
    clientId: { variable: "FLUTTERWAVE_CLIENT_ID", label: "Client ID", namesAccount: true },
    clientSecret: { variable: "FLUTTERWAVE_CLIENT_SECRET", label: "Client secret" },
    webhookSecret: {
      variable: "FLUTTERWAVE_WEBHOOK_SECRET",
      label: "Secret hash",
      hint: "The secret hash you set for webhooks there.",
    },
  },
  shownKey: "clientSecret",
  signingKey: { name: "webhookSecret", previousVariable: "FLUTTERWAVE_WEBHOOK_SECRET_BEFORE" },
  getBaseUrl: () => getFlutterwaveVariables().FLUTTERWAVE_BASE_URL,
  signatureHeader: "flutterwave-signature",
  signature: { hash: "sha256", encoding: "base64" },
  dedicatedAccounts: { identityKinds: IDENTITY_KINDS },
  hasSettlements: true,
  createClient: createFlutterwaveClient,
  operations: {
    startPayment,
    openAccount,
    verify,
    listTransfers,
    refund,
    getRefund,
    listSettlements,
  },
  readWebhook,
});
