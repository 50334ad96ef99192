import { call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

test("a body over 64 KiB is too large", async ({ portal }) => {
  const body = JSON.stringify({ plan: 1, note: "x".repeat(70_000) });
  const told = await call(await portal.open(), "/api/data", { body });
  expect([told.status, told.body]).toEqual([413, { message: expect.stringContaining("64 KiB") }]);
});
