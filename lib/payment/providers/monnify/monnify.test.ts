import { expect, it } from "vitest";
import { describeAccessToken } from "#lib/payment/testing/access-token-cases";
import { describeProvider } from "#lib/payment/testing/provider-cases";
import { SANDBOX_KEYS } from "#sandbox/payments/keys";
import { startPaymentProviders } from "#sandbox/payments/server";
import { createMonnify } from "./monnify.ts";

const keys = {
  apiKey: SANDBOX_KEYS.MONNIFY_API_KEY,
  secretKey: SANDBOX_KEYS.MONNIFY_SECRET_KEY,
  contractCode: SANDBOX_KEYS.MONNIFY_CONTRACT_CODE,
};

describeProvider({
  name: "monnify",
  provider: (at, more) => createMonnify({ ...keys, baseUrl: at.base("monnify"), ...more }),
  stranger: (at) => createMonnify({ ...keys, secretKey: "other", baseUrl: at.base("monnify") }),
  changed: (at) =>
    createMonnify({
      ...keys,
      secretKey: "new",
      previousSecretKey: keys.secretKey,
      baseUrl: at.base("monnify"),
    }),
  fees: { card: 7_500n, own: 1_500n },
  header: "monnify-signature",
  untouched: "pending",
  pageAgain: false,
  needsIdentity: true,
  secrets: [keys.secretKey, keys.apiKey],
  amountField: /("amountPaid":)"[^"]*"/,
});

describeAccessToken("monnify", (at) => createMonnify({ ...keys, baseUrl: at.base("monnify") }));

it("asks for naira as decimals, to the kobo", async () => {
  const at = await startPaymentProviders();
  const provider = createMonnify({ ...keys, baseUrl: at.base("monnify") });
  const input = {
    currency: "NGN",
    email: "ada@example.com",
    name: "Ada",
    returnTo: "http://127.0.0.1/",
    methods: [],
  };
  for (const amount of [2_000n, 100_010n, 99_999_999_999n])
    await provider.startPayment({ ...input, reference: `pay-${amount}`, amount });
  expect((await at.control.payments()).map((payment) => payment.requested)).toEqual([
    2_000n,
    100_010n,
    99_999_999_999n,
  ]);
  await at.close();
});
