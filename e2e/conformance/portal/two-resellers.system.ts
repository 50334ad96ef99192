import { randomUUID } from "node:crypto";
import { buy, call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

test("two resellers never see each other", async ({ portal }) => {
  const [one, other] = [await portal.open(), await portal.open()];
  const ref = randomUUID();
  const bought = await buy(one, {}, ref);
  for (const name of [ref, bought.body.data.ident]) {
    const told = await call(other, `/api/data/${name}`);
    expect([told.status, told.body]).toEqual([404, { message: "This purchase does not exist." }]);
  }
  expect((await call(other, "/api/transactions")).body.data).toEqual([]);
  expect((await call(other, "/api/balance")).body.data.balance).toBe("100,000.00");
  const same = await buy(other, { mobile_number: "08031234599" }, ref);
  expect(same.body.data.ident).not.toBe(bought.body.data.ident);
});
