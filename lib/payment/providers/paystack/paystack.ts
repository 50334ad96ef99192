import { getTrialValue } from "#lib/core/bounds";
import { defineProvider } from "#lib/payment/providers/descriptor";
import { createPaystackClient } from "./client.ts";
import { listDisputes } from "./list-disputes.ts";
import { listSettlements } from "./list-settlements.ts";
import { listTransfers } from "./list-transfers.ts";
import { openAccount } from "./open-account.ts";
import { readWebhook } from "./read-webhook.ts";
import { getRefund, refund } from "./refund.ts";
import { startPayment } from "./start-payment.ts";
import { getPaystackVariables } from "./variables.ts";
import { verify } from "./verify.ts";

export const paystack = defineProvider({
  name: "paystack",
  label: "Paystack",
  getVariables: getPaystackVariables,
  keys: {
    secretKey: {
      variable: "PAYSTACK_SECRET_KEY",
      label: "Secret key",
      hint: "Starts with sk_live_ or sk_test_.",
    },
  },
  shownKey: "secretKey",
  signingKey: { name: "secretKey", previousVariable: "PAYSTACK_SECRET_KEY_BEFORE" },
  // Keys for tests work there too.
  getBaseUrl: () => getTrialValue("PAYSTACK_BASE_URL") ?? "https://api.paystack.co",
  signatureHeader: "x-paystack-signature",
  signature: { hash: "sha512", encoding: "hex" },
  dedicatedAccounts: { identityKinds: [] },
  fees: {
    checkout: { rate: 150, fixed: 10_000n, fixedFrom: 250_000n, maxFee: 200_000n },
    account: { rate: 100, fixed: 0n, fixedFrom: 0n, maxFee: 30_000n },
  },
  hasSettlements: true,
  disputesUrl: "https://dashboard.paystack.com/#/disputes",
  createClient: createPaystackClient,
  operations: {
    startPayment,
    openAccount,
    verify,
    listTransfers,
    refund,
    getRefund,
    listDisputes,
    listSettlements,
  },
  readWebhook,
});
