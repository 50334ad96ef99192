import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setPlanTerms } from "#lib/catalogue/set-plan-terms";
import type { Ctx } from "#lib/core/context";
import { type Scene, scene } from "#lib/testing/scene";
import { buy } from "../buy.ts";
import { readPurchase, transactions } from "../read.ts";

let at: Scene;

beforeAll(async () => {
  at = await scene();
});
afterAll(() => at.close());

async function testToken(): Promise<Ctx> {
  const { id } = await at.reseller("api");
  return { ...at.system, actor: { kind: "token", id, email: "", level: "api", tokenId: id, test: true } };
}

const request = (mobile_number: string) => ({ plan: 1, network: 1, mobile_number });
const status = async (ctx: Ctx, ref: string) =>
  ((await readPurchase(ctx, ref)).body as { data: { Status: string } }).data.Status;

test("what is pending ends as its number chose, when the time has come", async () => {
  const ctx = await testToken();
  for (const [ref, number, ends] of [
    ["good", "08031230002", "successful"],
    ["bad", "08031230005", "failed"],
    ["never", "08031230019", "pending"],
  ] as const) {
    expect(await buy(ctx, ref, request(number))).toMatchObject({
      status: 200,
      body: { data: { Status: "pending" } },
    });
    expect(await status(ctx, ref)).toBe("pending");
    await at.system.db.execute(sql`update test_purchases set ends_at = ends_at - interval '20 seconds'`);
    expect(await status(ctx, ref)).toBe(ends);
  }
  const url = new URL("http://portal/api/transactions?status=failed");
  expect((await transactions(ctx, url)).body).toMatchObject({ data: [{ ref: "bad" }], next_cursor: null });
});

test("parallel calls with one ref make one test purchase, and each buyer has their own", async () => {
  const [one, other] = [await testToken(), await testToken()];
  const all = await Promise.all(Array.from({ length: 20 }, () => buy(one, "same", request("08031234567"))));
  expect(new Set(all.map(({ body }) => (body as { data: { ident: string } }).data.ident)).size).toBe(1);
  expect(all.filter(({ headers }) => headers?.["Idempotency-Replayed"] !== "true")).toHaveLength(1);
  await expect(readPurchase(other, "same")).rejects.toMatchObject({ code: "not_found" });
});

test("a live token of the same reseller sees none of it", async () => {
  const ctx = await testToken();
  await buy(ctx, "hidden", request("08031234567"));
  if (ctx.actor.kind !== "token") throw new Error("no token");
  const live = { ...ctx, actor: { ...ctx.actor, test: false } };
  await expect(readPurchase(live, "hidden")).rejects.toMatchObject({ code: "not_found" });
});

test("a renamed plan is bought under its new name, as for real", async () => {
  const ctx = await testToken();
  const { planId, networkId } = at.offered(2);
  const renamed = { planId, shown: "yes", name: "Weekend", version: 0, reason: "a test" } as const;
  await setPlanTerms(await at.admin(), renamed);
  const wish = { plan: planId, network: networkId, mobile_number: "08031234567" };
  const { body } = await buy(ctx, "named", wish);
  expect(JSON.stringify(body)).toContain("Weekend");
});
