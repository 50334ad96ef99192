import { randomUUID } from "node:crypto";
import { callApi, callPurchase } from "#e2e/conformance/call-api";
import { expect, test } from "#e2e/conformance/fixtures";
import { startSystem } from "#e2e/harness";
import { TestAccounts } from "#e2e/test-accounts";
import { createToken } from "#lib/account/token/create-token";

test("buys end to end from another portal as the upstream", { tag: "@prove" }, async ({ portal }) => {
  const operator = await portal.open({ money: 1_000_000n });
  const shop = await startSystem({ UPSTREAM_BASE_URL: operator.url, UPSTREAM_API_TOKEN: operator.token });
  const { url } = await shop.start();
  const { id } = await new TestAccounts(shop.database.systemCtx).reseller({ level: "api" });
  const { token } = await createToken(shop.database.systemCtx, { resellerId: id, name: "Chain" });
  const door = { url, token };
  await expect.poll(async () => (await callApi(door, "/api/data_plans")).status).toBe(200);

  const path = "/api/data-plans-prices/filtered";
  expect((await callApi(door, path)).body.data).toEqual((await callApi(operator, path)).body.data);

  const bought = await callPurchase(door, {}, randomUUID());
  expect([bought.status, bought.body.data.Status]).toEqual([200, "successful"]);
  const above = (await callApi(operator, "/api/transactions")).body.data;
  expect(above).toMatchObject([
    { ref: bought.body.data.ident, Status: "successful", mobile_number: "08031234567" },
  ]);
  const delivered = await portal.system.upstream.control.transactions();
  expect(delivered.filter(({ ref }) => ref === above[0].ident)).toMatchObject([{ status: "successful" }]);

  const failed = await callPurchase(door, { mobile_number: "08031230001" });
  expect([failed.status, failed.body.data.Status]).toEqual([422, "failed"]);
  expect((await callApi(door, "/api/balance")).body.data).toEqual({
    balance: bought.body.data.balance_after,
    held: "0.00",
  });
  await shop.close();
});
