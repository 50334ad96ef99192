import { call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

test("a missing and an unknown token are refused", async ({ portal }) => {
  const { usual } = portal.service;
  for (const Authorization of [undefined, `Bearer ${usual.token}x`]) {
    const { status, body } = await call(usual, "/api/data/order-1001", { headers: { Authorization } });
    expect([status, body]).toEqual([401, { message: "Unauthenticated." }]);
  }
});
