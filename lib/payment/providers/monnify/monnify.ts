import { defineProvider } from "#lib/payment/providers/descriptor";
import { IDENTITY_KINDS } from "#lib/payment/providers/provider";
import { createMonnifyClient } from "./client.ts";
import { listSettlements } from "./list-settlements.ts";
import { listTransfers } from "./list-transfers.ts";
import { openAccount } from "./open-account.ts";
import { readWebhook } from "./read-webhook.ts";
import { getRefund, refund } from "./refund.ts";
import { startPayment } from "./start-payment.ts";
import { getMonnifyVariables } from "./variables.ts";
import { verify } from "./verify.ts";

export const monnify = defineProvider({
  name: "monnify",
  label: "Monnify",
  getVariables: getMonnifyVariables,
  keys: {
    apiKey: { variable: "MONNIFY_API_KEY", label: "API key", namesAccount: true },
    secretKey: { variable: "MONNIFY_SECRET_KEY", label: "Secret key" },
    contractCode: { variable: "MONNIFY_CONTRACT_CODE", label: "Contract code" },
  },
  shownKey: "secretKey",
  signingKey: { name: "secretKey", previousVariable: "MONNIFY_SECRET_KEY_BEFORE" },
  getBaseUrl: () => getMonnifyVariables().MONNIFY_BASE_URL,
  signatureHeader: "monnify-signature",
  signature: { hash: "sha512", encoding: "hex" },
  dedicatedAccounts: { identityKinds: IDENTITY_KINDS },
  fees: {
    checkout: { rate: 150, fixed: 0n, fixedFrom: 0n, maxFee: 200_000n },
    account: { rate: 150, fixed: 0n, fixedFrom: 0n, maxFee: 200_000n },
  },
  hasSettlements: true,
  createClient: createMonnifyClient,
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
