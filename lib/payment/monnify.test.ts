import { expect, it } from "vitest";
import { keys } from "#sandbox/payments/keys";
import { startPayments } from "#sandbox/payments/server";
import { monnify } from "./monnify.ts";
import { everyCase } from "./testing/cases.ts";
import { tokenCases } from "./testing/token-cases.ts";

const own = {
  apiKey: keys.MONNIFY_API_KEY,
  secretKey: keys.MONNIFY_SECRET_KEY,
  contractCode: keys.MONNIFY_CONTRACT_CODE,
};

everyCase({
  name: "monnify",
  provider: (at, more) => monnify({ ...own, baseUrl: at.base("monnify"), ...more }),
  stranger: (at) => monnify({ ...own, secretKey: "other", baseUrl: at.base("monnify") }),
  changed: (at) =>
    monnify({ ...own, secretKey: "new", secretKeyBefore: own.secretKey, baseUrl: at.base("monnify") }),
  fees: { card: 7_500n, own: 1_500n },
  header: "monnify-signature",
  untouched: "pending",
  pageAgain: false,
  needsIdentity: true,
  secrets: [own.secretKey, own.apiKey],
  amountField: /("amountPaid":)"[^"]*"/,
});

tokenCases("monnify", (at) => monnify({ ...own, baseUrl: at.base("monnify") }));

it("asks for naira as decimals, to the kobo", async () => {
  const at = await startPayments();
  const provider = monnify({ ...own, baseUrl: at.base("monnify") });
  const asked = {
    currency: "NGN",
    email: "ada@example.com",
    name: "Ada",
    returnTo: "http://127.0.0.1/",
    ways: [],
  };
  for (const amount of [2_000n, 100_010n, 99_999_999_999n])
    await provider.start({ ...asked, reference: `pay-${amount}`, amount });
  expect((await at.control.payments()).map((one) => one.asked)).toEqual([2_000n, 100_010n, 99_999_999_999n]);
  await at.close();
});
