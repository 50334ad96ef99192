import { call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

test("another method is told which are right", async ({ portal }) => {
  const told = await call(portal.service.usual, "/api/data-plans-prices/filtered", {
    method: "DELETE",
    body: {},
  });
  expect([told.status, told.headers.get("allow"), told.body]).toEqual([
    405,
    "GET, HEAD, OPTIONS",
    { message: expect.stringContaining("DELETE") },
  ]);
});
