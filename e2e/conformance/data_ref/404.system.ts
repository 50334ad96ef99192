import { call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

for (const name of ["never-bought", "DT0", "x".repeat(65), "%00", "a%2Fb"]) {
  test(`${name.slice(0, 12)} finds nothing`, async ({ portal }) => {
    const told = await call(portal.service.usual, `/api/data/${name}`);
    expect([told.status, told.body]).toEqual([404, { message: "This purchase does not exist." }]);
  });
}
