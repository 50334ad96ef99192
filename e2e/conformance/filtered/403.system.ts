import { call } from "../call.ts";
import { conform, expect } from "../fixtures.ts";

conform("refuses an address that is not the token's, and names it (7.5)", async ({ elsewhere }) => {
  const { status, body } = await call(elsewhere, "/api/data-plans-prices/filtered");
  expect(status).toBe(403);
  expect(body).toEqual({
    status: false,
    message: expect.stringMatching(/\(127\.0\.0\.1\).*not whitelisted/),
  });
});
