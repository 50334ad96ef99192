import { randomUUID } from "node:crypto";
import { callApi, callPurchase } from "#e2e/conformance/call-api";
import { expect, test } from "#e2e/conformance/fixtures";

test("hides resellers' purchases from each other", async ({ portal }) => {
  const [one, other] = [await portal.open(), await portal.open()];
  const ref = randomUUID();
  const bought = await callPurchase(one, {}, ref);
  for (const name of [ref, bought.body.data.ident]) {
    const response = await callApi(other, `/api/data/${name}`);
    expect([response.status, response.body]).toEqual([404, { message: "This purchase does not exist." }]);
  }
  expect((await callApi(other, "/api/transactions")).body.data).toEqual([]);
  expect((await callApi(other, "/api/balance")).body.data.balance).toBe("100,000.00");
  const same = await callPurchase(other, { mobile_number: "08031234599" }, ref);
  expect(same.body.data.ident).not.toBe(bought.body.data.ident);
});
