import { call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

const request = JSON.stringify({ plan: 1, mobile_number: "08031234567", network: 1 });

test("wrong JSON is 400", async ({ portal }) => {
  for (const body of ["{", "plan=1", "{'plan':1}"]) {
    const told = await call(await portal.open(), "/api/data", { body });
    expect([told.status, told.body]).toEqual([400, { message: expect.stringContaining("JSON") }]);
  }
});

test("a body of another type is 415, with or without a ref", async ({ portal }) => {
  for (const path of ["/api/data", "/api/data/x415"]) {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const told = await call(portal.service.usual, path, { body: "plan=1", headers });
    expect([told.status, told.body]).toEqual([415, { message: expect.stringContaining("application/json") }]);
  }
});

test("a body over 64 KiB is 413", async ({ portal }) => {
  const body = JSON.stringify({ plan: 1, note: "x".repeat(70_000) });
  const told = await call(await portal.open(), "/api/data", { body });
  expect([told.status, told.body]).toEqual([413, { message: expect.stringContaining("64 KiB") }]);
});

test("a wrong method is 405 with those that are right", async ({ portal }) => {
  const usual = await portal.open();
  for (const [method, path, allow] of [
    ["POST", "/api/data_plans", "GET, HEAD, OPTIONS"],
    ["DELETE", "/api/data-plans-prices/filtered", "GET, HEAD, OPTIONS"],
    ["GET", "/api/data", "OPTIONS, POST"],
    ["PUT", "/api/data/x1", "GET, HEAD, OPTIONS, POST"],
  ] as const) {
    const told = await call(usual, path, { method, ...(method !== "GET" && { body: request }) });
    expect([told.status, told.headers.get("allow"), told.body]).toEqual([
      405,
      allow,
      { message: expect.stringContaining(method) },
    ]);
  }
});

test("an address that the interface does not have is 404 in JSON", async ({ portal }) => {
  const told = await call(portal.service.usual, "/api/nonsense");
  expect([told.status, told.body]).toEqual([404, { message: expect.any(String) }]);
});

for (const query of ["mobile_network=MTN", "data_plan_type=1.5", "min_price=cheap", "max_price=1,2,3"]) {
  test(`the filter ${query} is 422 in the shape of 7.1`, async ({ portal }) => {
    const told = await call(portal.service.usual, `/api/data-plans-prices/filtered?${query}`);
    const [name = ""] = query.split("=");
    expect([told.status, told.body]).toEqual([
      422,
      { message: "The given data was invalid.", errors: { [name]: [expect.any(String)] } },
    ]);
  });
}

test("what no column could hold is refused or finds nothing, and never breaks", async ({ portal }) => {
  const door = await portal.open();
  expect((await call(door, "/api/data/%00")).status).toBe(404);
  expect((await call(door, "/api/data/%00", { body: request })).status).toBe(422);
  for (const [query, status] of [
    ["search=%00", 422],
    ["from=0000-01-01", 422],
    ["to=9999-12-31", 422],
    ["network=999999999999999", 200],
    ["plan=999999999999999", 200],
    ["cursor=999999999999999", 200],
    ["limit=0", 422],
  ] as const) {
    expect([query, (await call(door, `/api/transactions?${query}`)).status]).toEqual([query, status]);
  }
  expect((await call(door, "/api/data", { body: `${"[".repeat(30_000)}` })).status).toBe(400);
  const told = await call(door, "/api/data/odd", {
    body: '{"plan":1,"network":1,"mobile_number":"\\u0000"}',
  });
  expect([told.status, Object.keys(told.body.errors)]).toEqual([422, ["mobile_number"]]);
});
