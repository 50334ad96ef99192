import { buy, call } from "../call.ts";
import { conform, expect } from "../fixtures.ts";

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
