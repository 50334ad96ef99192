import { call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

test("an address that is not the token's is refused and named", async ({ portal }) => {
  const { status, body } = await call(portal.service.elsewhere, "/api/transactions");
  expect([status, body]).toEqual([
    403,
    { status: false, message: expect.stringMatching(/\(127\.0\.0\.1\).*not whitelisted/) },
  ]);
});
