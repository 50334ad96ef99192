import { buy } from "../call.ts";
import { conform, expect } from "../fixtures.ts";

const message = "The given data was invalid.";

conform("insufficient balance (7.2)", async ({ poor }) => {
  const { status, body } = await buy(poor);
  expect([status, body]).toEqual([422, { message, errors: { amount: ["Insufficient wallet balance!"] } }]);
});

conform("service unavailable (7.2)", async ({ usual, whileOff }) => {
  await whileOff(async () => {
    const { status, body } = await buy(usual);
    expect([status, body]).toEqual([422, { message, errors: { status: ["Service unavailable!."] } }]);
  });
});

conform("restricted account (7.2)", async ({ restricted }) => {
  const { status, body } = await buy(restricted);
  const words =
    "Your account has been restricted for transaction, Please submit your KYC to activate your account or contact support!.";
  expect([status, body]).toEqual([422, { message, errors: { status: [words] } }]);
});

conform("negative wallet (7.2)", async ({ negative }) => {
  const { status, body } = await buy(negative);
  const words = "Your account has been temporarily restricted due to a negative wallet balance.";
  expect([status, body]).toEqual([422, { message, errors: { status: [words] } }]);
});

conform("daily limit (7.2)", async ({ limited }) => {
  expect((await buy(limited)).status).toBe(200);
  const { status, body } = await buy(limited);
  const words = "Sorry, your daily data spending limit exceeded! Limit: ₦400.00";
  expect([status, body]).toEqual([422, { message, errors: { status: [words] } }]);
});
