import { call } from "../call.ts";
import { conform, expect } from "../fixtures.ts";

const path = "/api/data_plans";

conform("refuses a missing token (7.4)", async ({ usual }) => {
  expect((await call(usual, path, { headers: { Authorization: undefined } })).status).toBe(401);
});

conform("refuses an unknown token (7.4)", async ({ usual }) => {
  const { status, body } = await call({ ...usual, token: `${usual.token}x` }, path);
  expect([status, body]).toEqual([401, { message: "Unauthenticated." }]);
});
