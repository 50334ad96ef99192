import { buy, call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

test("takes a slash at the end of a list, and Token instead of Bearer", async ({ portal }) => {
  const usual = await portal.open();
  const headers = { Authorization: `Token ${usual.token}` };
  expect((await call(usual, "/api/data_plans/", { headers })).status).toBe(200);
  expect(
    (await call(usual, "/api/data-plans-prices/filtered/?mobile_network=1", { headers })).body,
  ).toMatchObject({
    filters_applied: { mobile_network: "MTN" },
  });
  const body = { plan: 1, mobile_number: "08031234567", network: 1 };
  expect((await call(usual, "/api/data", { body, headers })).status).toBe(200);
});

for (const mobile_number of ["+234 803 123 4567", "0803-123-4567", "2348031234567", 8031234567]) {
  test(`the number ${mobile_number} is understood`, async ({ portal }) => {
    const { status, body } = await buy(await portal.open(), { mobile_number });
    expect([status, body.data.description]).toEqual([200, expect.stringContaining("08031234567")]);
  });
}

test("a number that is none, and a plan of another network, are named", async ({ portal }) => {
  const usual = await portal.open();
  expect((await buy(usual, { mobile_number: "12345" })).body.errors.mobile_number).toHaveLength(1);
  const { status, body } = await buy(usual, { network: 2 });
  expect([status, Object.keys(body.errors)]).toEqual([422, ["network"]]);
});
