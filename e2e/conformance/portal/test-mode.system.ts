import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { callApi, callPurchase, TRANSACTION_FIELDS } from "#e2e/conformance/call-api";
import { expect, test } from "#e2e/conformance/fixtures";

test("buys with a test token without a charge, a purchase or a request to the upstream", async ({
  portal,
}) => {
  const door = await portal.open({ test: true });
  expect(door.token).toContain("_test_");
  const { control } = portal.system.upstream;
  const before = await control.transactions();
  const { status, body } = await callPurchase(door);
  expect([status, Object.keys(body.data).sort(), body.data.Status]).toEqual([
    200,
    TRANSACTION_FIELDS,
    "successful",
  ]);
  expect(await control.transactions()).toHaveLength(before.length);
  const [row] = await portal.system.database.db.execute<{ wallet: string; bought: string }>(sql`
    select wallet, (select count(*) from purchases p where p.reseller_id = w.reseller_id) as bought
    from wallets w where reseller_id = ${door.resellerId}`);
  expect(row).toEqual({ wallet: "10000000", bought: "0" });
});

test("its numbers choose the outcome, and its refs replay", async ({ portal }) => {
  const door = await portal.open({ test: true });
  const ref = randomUUID();
  const failed = await callPurchase(door, { mobile_number: "08031230001" }, ref);
  expect([failed.status, failed.body.data.Status]).toEqual([422, "failed"]);
  const again = await callPurchase(door, { mobile_number: "08031230001" }, ref);
  expect([again.body, again.headers.get("idempotency-replayed")]).toEqual([failed.body, "true"]);
  expect(Object.keys((await callPurchase(door, {}, ref)).body.errors)).toEqual(["ref"]);
  const pending = await callPurchase(door, { mobile_number: "08031230002" });
  expect([pending.status, pending.body.data.Status]).toEqual([200, "pending"]);
  const poor = await callPurchase(door, { mobile_number: "08031230014" });
  expect(poor.body.errors).toEqual({ amount: ["Insufficient wallet balance!"] });
  expect((await callApi(door, "/api/transactions")).body.data).toHaveLength(2);
  expect((await callApi(door, `/api/data/${ref}`)).body).toEqual(failed.body);
  expect((await callPurchase(door, { plan: 999_999 })).body.errors).toEqual({
    plan: ["The selected plan is invalid."],
  });
});
