import { callApi } from "#e2e/conformance/call-api";
import { expect, test } from "#e2e/conformance/fixtures";

const request = JSON.stringify({ plan: 1, mobile_number: "08031234567", network: 1 });

test("returns 404 in JSON for an unknown address", async ({ portal }) => {
  const response = await callApi(portal.service.usual, "/api/nonsense");
  expect([response.status, response.body]).toEqual([404, { message: expect.any(String) }]);
});

test("rejects or doesn't find values that no column can hold, without an error", async ({ portal }) => {
  const door = await portal.open();
  expect((await callApi(door, "/api/data/%00", { body: request })).status).toBe(422);
  for (const query of ["network=999999999999999", "plan=999999999999999", "cursor=999999999999999"]) {
    expect([query, (await callApi(door, `/api/transactions?${query}`)).status]).toEqual([query, 200]);
  }
  const response = await callApi(door, "/api/data/odd", {
    body: '{"plan":1,"network":1,"mobile_number":"\\u0000"}',
  });
  expect([response.status, Object.keys(response.body.errors)]).toEqual([422, ["mobile_number"]]);
});
