import { call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

test("every filter that cannot be read is named at once", async ({ portal }) => {
  const door = await portal.open();
  const wrong = await call(door, "/api/transactions?status=odd&limit=1000&from=yesterday&cursor=x");
  expect([wrong.status, Object.keys(wrong.body.errors).sort()]).toEqual([
    422,
    ["cursor", "from", "limit", "status"],
  ]);
});

for (const query of ["search=%00", "from=0000-01-01", "to=9999-12-31", "limit=0"]) {
  test(`${query} is refused, and never breaks`, async ({ portal }) => {
    const told = await call(await portal.open(), `/api/transactions?${query}`);
    expect([told.status, Object.keys(told.body.errors)]).toEqual([422, [query.split("=")[0]]]);
  });
}
