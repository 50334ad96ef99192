import { defineProvider } from "#lib/payment/providers/descriptor";
import { IDENTITY_KINDS } from "#lib/payment/providers/provider";
import { createFlutterwave } from "./flutterwave.ts";
import { SIGNATURE_HEADER } from "./read-webhook.ts";
import { getFlutterwaveVariables } from "./variables.ts";

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
  signatureHeader: SIGNATURE_HEADER,
  dedicatedAccounts: { identityKinds: IDENTITY_KINDS },
  hasSettlements: true,
  create: createFlutterwave,
});
