import { callApi, callPurchase } from "./call-api.ts";
import { expect, test, testConformance } from "./fixtures.ts";

const message = "The given data was invalid.";

testConformance("names every field that is missing (interface: Validation error)", async ({ usual }) => {
  const { status, body } = await callApi(usual, "/api/data", { body: {} });
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

testConformance("an empty text and null are missing too", async ({ usual }) => {
  const { body } = await callPurchase(usual, { plan: "", mobile_number: null, network: "" });
  expect(Object.keys(body.errors).sort()).toEqual(["mobile_number", "network", "plan"]);
});

testConformance("a body that is no object lacks everything", async ({ usual }) => {
  const { status, body } = await callApi(usual, "/api/data", { body: "[]" });
  expect([status, Object.keys(body.errors).length]).toEqual([422, 3]);
});

for (const plan of [999_999, "nonsense", -1, 99_999_999_999]) {
  testConformance(`plan ${plan} does not exist (interface: Validation error)`, async ({ usual }) => {
    const { status, body } = await callPurchase(usual, { plan });
    expect([status, body]).toEqual([422, { message, errors: { plan: ["The selected plan is invalid."] } }]);
  });
}

testConformance("a wrong plan is told beside what is missing", async ({ usual }) => {
  const { body } = await callPurchase(usual, { plan: 999_999, network: null });
  expect(body.errors).toEqual({
    plan: ["The selected plan is invalid."],
    network: ["The network field is required."],
  });
});

testConformance("insufficient balance (interface: Rejection)", async ({ poor }) => {
  const { status, body } = await callPurchase(poor);
  expect([status, body]).toEqual([422, { message, errors: { amount: ["Insufficient wallet balance!"] } }]);
});

testConformance("service unavailable (interface: Rejection)", async ({ usual, whileOff }) => {
  await whileOff(async () => {
    const { status, body } = await callPurchase(usual);
    expect([status, body]).toEqual([422, { message, errors: { status: ["Service unavailable!."] } }]);
  });
});

testConformance("restricted account (interface: Rejection)", async ({ restricted }) => {
  const { status, body } = await callPurchase(restricted);
  const words =
    "Your account has been restricted for transaction, Please submit your KYC to activate your account or contact support!.";
  expect([status, body]).toEqual([422, { message, errors: { status: [words] } }]);
});

testConformance("negative wallet (interface: Rejection)", async ({ negative }) => {
  const { status, body } = await callPurchase(negative);
  const words = "Your account has been temporarily restricted due to a negative wallet balance.";
  expect([status, body]).toEqual([422, { message, errors: { status: [words] } }]);
});

testConformance("daily limit (interface: Rejection)", async ({ limited }) => {
  expect((await callPurchase(limited)).status).toBe(200);
  const { status, body } = await callPurchase(limited);
  const words = "Sorry, your daily data spending limit exceeded! Limit: ₦400.00";
  expect([status, body]).toEqual([422, { message, errors: { status: [words] } }]);
});

testConformance(
  "lets 30 of 40 parallel purchases of a minute through (interface: Limits)",
  async ({ busy }) => {
    const responses = await Promise.all(Array.from({ length: 40 }, () => callPurchase(busy)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const rejected = responses.find(({ status }) => status === 429);
    expect(rejected?.body).toEqual({ message: "Too Many Attempts." });
    expect(Number(rejected?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(Number(rejected?.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  },
);

for (const body of ["{", "plan=1", "{'plan':1}", "[".repeat(30_000)]) {
  test(`rejects ${body.slice(0, 12)} as invalid JSON`, async ({ portal }) => {
    const response = await callApi(await portal.open(), "/api/data", { body });
    expect([response.status, response.body]).toEqual([400, { message: expect.stringContaining("JSON") }]);
  });
}

test("rejects a body over 64 KiB", async ({ portal }) => {
  const body = JSON.stringify({ plan: 1, note: "x".repeat(70_000) });
  const response = await callApi(await portal.open(), "/api/data", { body });
  expect([response.status, response.body]).toEqual([413, { message: expect.stringContaining("64 KiB") }]);
});

for (const path of ["/api/data", "/api/data/x415"]) {
  test(`rejects a body of another type at ${path}`, async ({ portal }) => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const response = await callApi(await portal.open(), path, { body: "plan=1", headers });
    expect([response.status, response.body]).toEqual([
      415,
      { message: expect.stringContaining("application/json") },
    ]);
  });
}
