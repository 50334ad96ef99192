import { randomUUID } from "node:crypto";
import { buy, call, TRANSACTION } from "../call.ts";
import { expect, test } from "../fixtures.ts";

for (const [number, state] of [
  ["08031234567", "successful"],
  ["08031230001", "failed"],
  ["08031230019", "pending"],
] as const) {
  test(`a purchase that is ${state} is read as it stands, by its ref and by its ident`, async ({
    portal,
  }) => {
    const door = await portal.open();
    const ref = randomUUID();
    const bought = await buy(door, { mobile_number: number }, ref);
    for (const name of [ref, bought.body.data.ident]) {
      const told = await call(door, `/api/data/${name}`);
      expect([told.status, told.headers.get("x-ref")]).toEqual([200, ref]);
      expect(Object.keys(told.body.data).sort()).toEqual(TRANSACTION);
      expect(told.body.data).toMatchObject({ ident: bought.body.data.ident, Status: state });
    }
  });
}
