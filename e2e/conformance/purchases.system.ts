import { randomUUID } from "node:crypto";
import { callApi, callPurchase, TRANSACTION_FIELDS } from "./call-api.ts";
import { expect, test, testConformance } from "./fixtures.ts";

testConformance(
  "answers with the transaction (interface: Transaction), and charges its amount",
  async ({ usual }) => {
    const { status, body } = await callPurchase(usual);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["data"]);
    expect(Object.keys(body.data).sort()).toEqual(TRANSACTION_FIELDS);
    expect(body.data).toMatchObject({
      id: expect.any(Number),
      network: 1,
      ident: expect.stringMatching(/^DT/),
      amount: expect.stringMatching(/^\d+\.\d\d$/),
      api_response: expect.any(String),
      description: expect.stringContaining("MTN"),
      plan_network: "N/A",
      Status: "successful",
      balance_before: expect.stringMatching(/^\d{1,3}(,\d{3})*\.\d\d$/),
      create_date: expect.stringMatching(/^\d\d\/\d\d\/\d{4} (0\d|1[0-2]):\d\d (AM|PM)$/),
    });
    const minor = (text: string) => Number(text.replace(/[,.]/g, ""));
    const { balance_before, balance_after, amount } = body.data;
    expect(minor(balance_before) - minor(balance_after)).toBe(minor(amount));
  },
);

testConformance("takes a purchase without a ref", async ({ usual }) => {
  const body = { plan: 1, mobile_number: "08031234567", network: 1 };
  const response = await callApi(usual, "/api/data", { body });
  expect([response.status, response.body.data.Status]).toEqual([200, "successful"]);
});

testConformance("takes numbers as text and fields that nobody asked for", async ({ usual }) => {
  const { status } = await callPurchase(usual, { plan: "1", network: "1", ported_number: true, amount: 1 });
  expect(status).toBe(200);
});

testConformance("a ref seen before gives the same transaction, charged once", async ({ usual }) => {
  const ref = randomUUID();
  const [first, second] = [await callPurchase(usual, {}, ref), await callPurchase(usual, {}, ref)];
  expect(second.status).toBe(200);
  expect(second.body).toEqual(first.body);
});

testConformance("a purchase whose outcome is open is pending, and holds its money (3)", async ({ usual }) => {
  const { status, body } = await callPurchase(usual, { mobile_number: "08031230019" });
  expect([status, body.data.Status, body.data.api_response]).toEqual([200, "pending", "N/A"]);
  expect(body.data.balance_after).not.toBe(body.data.balance_before);
});

testConformance(
  "a failure at the provider answers with the transaction, not charged (interface: Failure at the network)",
  async ({ usual }) => {
    const { status, body } = await callPurchase(usual, { mobile_number: "08031230001" });
    expect(status).toBe(422);
    expect(Object.keys(body)).toEqual(["data"]);
    expect(Object.keys(body.data).sort()).toEqual(TRANSACTION_FIELDS);
    expect(body.data).toMatchObject({ Status: "failed", api_response: expect.stringMatching(/\w+ \w+/) });
    expect(body.data.balance_after).toBe(body.data.balance_before);
  },
);

for (const [number, state] of [
  ["08031234567", "successful"],
  ["08031230001", "failed"],
  ["08031230019", "pending"],
] as const) {
  test(`returns a ${state} purchase by its ref and by its ident`, async ({ portal }) => {
    const door = await portal.open();
    const ref = randomUUID();
    const bought = await callPurchase(door, { mobile_number: number }, ref);
    for (const name of [ref, bought.body.data.ident]) {
      const response = await callApi(door, `/api/data/${name}`);
      expect([response.status, response.headers.get("x-ref")]).toEqual([200, ref]);
      expect(Object.keys(response.body.data).sort()).toEqual(TRANSACTION_FIELDS);
      expect(response.body.data).toMatchObject({ ident: bought.body.data.ident, Status: state });
    }
  });
}

for (const name of ["never-bought", "DT0", "x".repeat(65), "%00", "a%2Fb"]) {
  test(`finds nothing for ${name.slice(0, 12)}`, async ({ portal }) => {
    const response = await callApi(portal.service.usual, `/api/data/${name}`);
    expect([response.status, response.body]).toEqual([404, { message: "This purchase does not exist." }]);
  });
}
