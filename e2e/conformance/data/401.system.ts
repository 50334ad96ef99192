import { buy, call } from "../call.ts";
import { conform, expect } from "../fixtures.ts";

conform("refuses a missing token before anything else (7.4)", async ({ usual }) => {
  const told = await call(usual, "/api/data/x1", { body: {}, headers: { Authorization: undefined } });
  expect([told.status, told.body]).toEqual([401, { message: "Unauthenticated." }]);
});

conform("refuses an unknown token (7.4)", async ({ usual }) => {
  expect((await buy({ ...usual, token: "nonsense" })).status).toBe(401);
});
