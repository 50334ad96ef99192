import { getTrialValue } from "#lib/core/bounds";
import { defineProvider } from "#lib/payment/providers/descriptor";
import { createPaystack } from "./paystack.ts";
import { SIGNATURE_HEADER } from "./read-webhook.ts";
import { getPaystackVariables } from "./variables.ts";

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
  signatureHeader: SIGNATURE_HEADER,
  dedicatedAccounts: { identityKinds: [] },
  fees: {
    checkout: { rate: 150, fixed: 10_000n, fixedFrom: 250_000n, maxFee: 200_000n },
    account: { rate: 100, fixed: 0n, fixedFrom: 0n, maxFee: 30_000n },
  },
  hasSettlements: true,
  disputesUrl: "https://dashboard.paystack.com/#/disputes",
  create: createPaystack,
});
