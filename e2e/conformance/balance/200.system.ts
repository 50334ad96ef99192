import { buy, call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

test("a pending purchase is held, and told so by the balance", async ({ portal }) => {
  const door = await portal.open({ money: 100_000n });
  expect((await call(door, "/api/balance")).body).toEqual({ data: { balance: "1,000.00", held: "0.00" } });
  const { body } = await buy(door, { mobile_number: "08031230019" });
  expect((await call(door, "/api/balance")).body).toEqual({
    data: { balance: body.data.balance_after, held: body.data.amount },
  });
});
