import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Scene, scene } from "#lib/testing/scene";
import { place } from "./place.ts";
import { type ReviewInput, review } from "./review.ts";

let at: Scene;

beforeAll(async () => {
  at = await scene();
});
afterAll(() => at.close());

function request(overrides: Partial<ReviewInput> = {}): ReviewInput {
  const { planId, networkId } = at.offered();
  return { planId, networkId, phone: "+234 803 123 4567", again: false, ...overrides };
}

test("shows network, plan, number, price and what is left, and moves nothing", async () => {
  const { ctx } = await at.reseller("affiliate", 1_000_000n);
  const { price } = at.offered();
  const seen = await review(ctx, request());
  expect(seen).toMatchObject({ phone: "0803 123 4567", phoneE164: "+2348031234567", price, obstacle: null });
  expect(seen.walletAfter).toBe(1_000_000n - seen.price);
  expect((await review(ctx, request())).wallet).toBe(1_000_000n);
});

test("says how much is missing", async () => {
  const { ctx } = await at.reseller("affiliate", 100n);
  const { obstacle, price } = await review(ctx, request());
  expect(obstacle).toMatchObject({ code: "insufficient_funds", facts: { missing: price - 100n } });
});

test("says which price was seen when it is no longer the price", async () => {
  const { ctx } = await at.reseller();
  const { price } = await review(ctx, request());
  expect((await review(ctx, request({ seen: price }))).changedFrom).toBeNull();
  expect((await review(ctx, request({ seen: price - 1n }))).changedFrom).toBe(price - 1n);
});

test("asks about the same plan and number so soon, and names the first, until a second one is meant", async () => {
  const { ctx } = await at.reseller();
  const phone = "08031230001";
  const { purchase } = await place(ctx, {
    ...at.offered(),
    ref: "first",
    phone,
    channel: "web",
    again: false,
  });
  expect((await review(ctx, request({ phone }))).obstacle).toMatchObject({
    code: "duplicate",
    facts: { ident: purchase.ident },
  });
  expect((await review(ctx, request({ phone, again: true }))).obstacle).toBeNull();
});

test("says that today's limit would be passed, and how much was spent", async () => {
  const { id, ctx } = await at.reseller();
  await at.system.db.execute(sql`update resellers set daily_limit = 1 where id = ${id}`);
  expect((await review(ctx, request())).obstacle).toMatchObject({
    code: "daily_limit",
    facts: { limit: 1n, spent: 0n },
  });
});

test("refuses a wrong number, a plan that is not sold, and a plan of another network", async () => {
  const { ctx } = await at.reseller();
  await expect(review(ctx, request({ phone: "12" }))).rejects.toMatchObject({ code: "invalid" });
  await expect(review(ctx, request({ planId: 999_999 }))).rejects.toMatchObject({
    fields: { plan: [expect.stringMatching(/not sold/)] },
  });
  const networkId = request().networkId + 1;
  await expect(review(ctx, request({ networkId }))).rejects.toMatchObject({
    fields: { network: [expect.stringMatching(/another/)] },
  });
});

test("is for resellers in person", async () => {
  await expect(review(at.system, request())).rejects.toMatchObject({ code: "not_found" });
});
