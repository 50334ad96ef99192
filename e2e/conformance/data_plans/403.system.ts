import { call } from "../call.ts";
import { conform, expect } from "../fixtures.ts";

const path = "/api/data_plans";

conform("refuses an address that is not the token's, and names it (7.5)", async ({ elsewhere }) => {
  const { status, body } = await call(elsewhere, path);
  expect(status).toBe(403);
  expect(body).toEqual({
    status: false,
    message: expect.stringMatching(/\(127\.0\.0\.1\).*not whitelisted/),
  });
});

conform("refuses where either the address or the origin is not the token's (5)", async (service) => {
  const from = async (door: typeof service.usual, Origin?: string) =>
    (await call(door, path, { headers: { Origin } })).status;
  const { fenced, fencedElsewhere, paged } = service;
  const [mine, other] = ["https://page.example", "https://other.example"];
  expect([await from(fenced), await from(fenced, mine), await from(fenced, other)]).toEqual([200, 200, 403]);
  expect([await from(fencedElsewhere), await from(fencedElsewhere, mine)]).toEqual([403, 403]);
  expect([await from(paged), await from(paged, mine), await from(paged, other)]).toEqual([403, 200, 403]);
});
