import { call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

for (const body of ["{", "plan=1", "{'plan':1}", "[".repeat(30_000)]) {
  test(`${body.slice(0, 12)} is no JSON`, async ({ portal }) => {
    const told = await call(await portal.open(), "/api/data", { body });
    expect([told.status, told.body]).toEqual([400, { message: expect.stringContaining("JSON") }]);
  });
}
