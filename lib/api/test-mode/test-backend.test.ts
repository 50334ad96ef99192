import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { buyPlan } from "#lib/api/purchase-operation";
import { readPurchase, readTransactions } from "#lib/api/read-operations";
import { setPlanSettings } from "#lib/catalogue/set-plan-settings";
import type { Ctx } from "#lib/core/context";
import { openScene } from "#lib/testing/open-scene";

const at = await openScene();

async function testToken(): Promise<Ctx> {
  const { id } = await at.reseller("api");
  return { ...at.system, actor: { kind: "token", id, email: "", level: "api", tokenId: id, test: true } };
}

const request = (mobile_number: string) => ({ plan: 1, network: 1, mobile_number });
const status = async (ctx: Ctx, ref: string) =>
  ((await readPurchase(ctx, ref)).body as { data: { Status: string } }).data.Status;

test("ends a pending purchase as its number chose, at its time", async () => {
  const ctx = await testToken();
  for (const [ref, number, ends] of [
    ["good", "08031230002", "successful"],
    ["bad", "08031230005", "failed"],
    ["never", "08031230019", "pending"],
  ] as const) {
    expect(await buyPlan(ctx, ref, request(number))).toMatchObject({
      status: 200,
      body: { data: { Status: "pending" } },
    });
    expect(await status(ctx, ref)).toBe("pending");
    await at.system.db.execute(sql`update test_purchases set ends_at = ends_at - interval '20 seconds'`);
    expect(await status(ctx, ref)).toBe(ends);
  }
  const url = new URL("http://portal/api/transactions?status=failed");
  expect((await readTransactions(ctx, url)).body).toMatchObject({
    data: [{ ref: "bad" }],
    next_cursor: null,
  });
});

test("creates one test purchase for parallel calls with one ref, separately for each buyer", async () => {
  const [one, other] = [await testToken(), await testToken()];
  const all = await Promise.all(
    Array.from({ length: 20 }, () => buyPlan(one, "same", request("08031234567"))),
  );
  expect(new Set(all.map(({ body }) => (body as { data: { ident: string } }).data.ident)).size).toBe(1);
  expect(all.filter(({ headers }) => headers?.["Idempotency-Replayed"] !== "true")).toHaveLength(1);
  await expect(readPurchase(other, "same")).rejects.toMatchObject({ code: "not_found" });
});

test("hides test purchases from a live token of the same reseller", async () => {
  const ctx = await testToken();
  await buyPlan(ctx, "hidden", request("08031234567"));
  if (ctx.actor.kind !== "token") throw new Error("no token");
  const live = { ...ctx, actor: { ...ctx.actor, test: false } };
  await expect(readPurchase(live, "hidden")).rejects.toMatchObject({ code: "not_found" });
});

test("buys a renamed plan under its new name, like a live purchase", async () => {
  const ctx = await testToken();
  const { planId, networkId } = at.offered(2);
  const renamed = { planId, shown: "yes", name: "Weekend", version: 0, reason: "a test" } as const;
  await setPlanSettings(await at.admin(), renamed);
  const wish = { plan: planId, network: networkId, mobile_number: "08031234567" };
  const { body } = await buyPlan(ctx, "named", wish);
  expect(JSON.stringify(body)).toContain("Weekend");
});
