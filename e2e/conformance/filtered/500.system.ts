import { call } from "../call.ts";
import { conform, expect } from "../fixtures.ts";

conform("what goes wrong inside has the shape of 4.2 and 7.6", async ({ usual, whileBroken }) => {
  await whileBroken(async () => {
    const { status, body } = await call(usual, "/api/data-plans-prices/filtered");
    expect([status, body]).toEqual([
      500,
      { success: false, message: expect.stringMatching(/\w/), error: expect.stringMatching(/\w/) },
    ]);
    expect(JSON.stringify(body)).not.toContain("catalogue_away");
  });
  expect((await call(usual, "/api/data-plans-prices/filtered")).status).toBe(200);
});
