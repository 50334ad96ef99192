import { randomUUID } from "node:crypto";
import { issueToken } from "#lib/account/token/issue";
import { startSystem } from "../../harness.ts";
import { People } from "../../people.ts";
import { buy, call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

test("a portal whose upstream is another portal buys end to end", async ({ portal }) => {
  const operator = await portal.open({ money: 1_000_000n });
  const shop = await startSystem({ UPSTREAM_BASE_URL: operator.url, UPSTREAM_API_TOKEN: operator.token });
  const { url } = await shop.start();
  const { id } = await new People(shop.database.systemCtx).reseller({ level: "api" });
  const { token } = await issueToken(shop.database.systemCtx, { resellerId: id, name: "Chain" });
  const door = { url, token };
  await expect.poll(async () => (await call(door, "/api/data_plans")).status).toBe(200);

  const path = "/api/data-plans-prices/filtered";
  expect((await call(door, path)).body.data).toEqual((await call(operator, path)).body.data);

  const bought = await buy(door, {}, randomUUID());
  expect([bought.status, bought.body.data.Status]).toEqual([200, "successful"]);
  const above = (await call(operator, "/api/transactions")).body.data;
  expect(above).toMatchObject([
    { ref: bought.body.data.ident, Status: "successful", mobile_number: "08031234567" },
  ]);
  const delivered = await portal.system.upstream.control.transactions();
  expect(delivered.filter(({ ref }) => ref === above[0].ident)).toMatchObject([{ status: "successful" }]);

  const failed = await buy(door, { mobile_number: "08031230001" });
  expect([failed.status, failed.body.data.Status]).toEqual([422, "failed"]);
  expect((await call(door, "/api/balance")).body.data).toEqual({
    balance: bought.body.data.balance_after,
    held: "0.00",
  });
  await shop.close();
});
