import { call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

const request = JSON.stringify({ plan: 1, mobile_number: "08031234567", network: 1 });

test("an address that the interface does not have is 404 in JSON", async ({ portal }) => {
  const told = await call(portal.service.usual, "/api/nonsense");
  expect([told.status, told.body]).toEqual([404, { message: expect.any(String) }]);
});

test("what no column could hold is refused or finds nothing, and never breaks", async ({ portal }) => {
  const door = await portal.open();
  expect((await call(door, "/api/data/%00", { body: request })).status).toBe(422);
  for (const query of ["network=999999999999999", "plan=999999999999999", "cursor=999999999999999"]) {
    expect([query, (await call(door, `/api/transactions?${query}`)).status]).toEqual([query, 200]);
  }
  const told = await call(door, "/api/data/odd", {
    body: '{"plan":1,"network":1,"mobile_number":"\\u0000"}',
  });
  expect([told.status, Object.keys(told.body.errors)]).toEqual([422, ["mobile_number"]]);
});
