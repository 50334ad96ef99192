import { callApi, callPurchase } from "#e2e/conformance/call-api";
import { expect, test } from "#e2e/conformance/fixtures";

test("takes a slash at the end of a list, and Token instead of Bearer", async ({ portal }) => {
  const usual = await portal.open();
  const headers = { Authorization: `Token ${usual.token}` };
  expect((await callApi(usual, "/api/data_plans/", { headers })).status).toBe(200);
  expect(
    (await callApi(usual, "/api/data-plans-prices/filtered/?mobile_network=1", { headers })).body,
  ).toMatchObject({
    filters_applied: { mobile_network: "MTN" },
  });
  const body = { plan: 1, mobile_number: "08031234567", network: 1 };
  expect((await callApi(usual, "/api/data", { body, headers })).status).toBe(200);
});

for (const mobile_number of ["+234 803 123 4567", "0803-123-4567", "2348031234567", 8031234567]) {
  test(`accepts the number ${mobile_number}`, async ({ portal }) => {
    const { status, body } = await callPurchase(await portal.open(), { mobile_number });
    expect([status, body.data.description]).toEqual([200, expect.stringContaining("08031234567")]);
  });
}

test("names an invalid number and a plan of another network", async ({ portal }) => {
  const usual = await portal.open();
  expect((await callPurchase(usual, { mobile_number: "12345" })).body.errors.mobile_number).toHaveLength(1);
  const { status, body } = await callPurchase(usual, { network: 2 });
  expect([status, Object.keys(body.errors)]).toEqual([422, ["network"]]);
});
