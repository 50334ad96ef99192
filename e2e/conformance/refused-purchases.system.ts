import { buy, call } from "./call.ts";
import { conform, expect, test } from "./fixtures.ts";

const message = "The given data was invalid.";

conform("names every field that is missing (7.1)", async ({ usual }) => {
  const { status, body } = await call(usual, "/api/data", { body: {} });
  expect(status).toBe(422);
  expect(body).toEqual({
    message,
    errors: {
      plan: ["The plan field is required."],
      mobile_number: ["The mobile number field is required."],
      network: ["The network field is required."],
    },
  });
});

conform("an empty text and null are missing too", async ({ usual }) => {
  const { body } = await buy(usual, { plan: "", mobile_number: null, network: "" });
  expect(Object.keys(body.errors).sort()).toEqual(["mobile_number", "network", "plan"]);
});

conform("a body that is no object lacks everything", async ({ usual }) => {
  const { status, body } = await call(usual, "/api/data", { body: "[]" });
  expect([status, Object.keys(body.errors).length]).toEqual([422, 3]);
});

for (const plan of [999_999, "nonsense", -1, 99_999_999_999]) {
  conform(`plan ${plan} does not exist (7.1)`, async ({ usual }) => {
    const { status, body } = await buy(usual, { plan });
    expect([status, body]).toEqual([422, { message, errors: { plan: ["The selected plan is invalid."] } }]);
  });
}

conform("a wrong plan is told beside what is missing", async ({ usual }) => {
  const { body } = await buy(usual, { plan: 999_999, network: null });
  expect(body.errors).toEqual({
    plan: ["The selected plan is invalid."],
    network: ["The network field is required."],
  });
});

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

conform("lets 30 of 40 parallel purchases of a minute through (8)", async ({ busy }) => {
  const told = await Promise.all(Array.from({ length: 40 }, () => buy(busy)));
  const statuses = told.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  const refused = told.find(({ status }) => status === 429);
  expect(refused?.body).toEqual({ message: "Too Many Attempts." });
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(Number(refused?.headers.get("retry-after"))).toBeLessThanOrEqual(60);
});

for (const body of ["{", "plan=1", "{'plan':1}", "[".repeat(30_000)]) {
  test(`${body.slice(0, 12)} is no JSON`, async ({ portal }) => {
    const told = await call(await portal.open(), "/api/data", { body });
    expect([told.status, told.body]).toEqual([400, { message: expect.stringContaining("JSON") }]);
  });
}

test("a body over 64 KiB is too large", async ({ portal }) => {
  const body = JSON.stringify({ plan: 1, note: "x".repeat(70_000) });
  const told = await call(await portal.open(), "/api/data", { body });
  expect([told.status, told.body]).toEqual([413, { message: expect.stringContaining("64 KiB") }]);
});

for (const path of ["/api/data", "/api/data/x415"]) {
  test(`${path} takes no body of another type`, async ({ portal }) => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const told = await call(await portal.open(), path, { body: "plan=1", headers });
    expect([told.status, told.body]).toEqual([415, { message: expect.stringContaining("application/json") }]);
  });
}
