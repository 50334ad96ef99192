import { call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

for (const path of ["/api/data", "/api/data/x415"]) {
  test(`${path} takes no body of another type`, async ({ portal }) => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const told = await call(await portal.open(), path, { body: "plan=1", headers });
    expect([told.status, told.body]).toEqual([415, { message: expect.stringContaining("application/json") }]);
  });
}
