import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openScene } from "#lib/testing/open-scene";
import { placePurchase } from "./place-purchase.ts";
import { type ReviewPurchaseInput, reviewPurchase } from "./review-purchase.ts";

const at = await openScene();

function createRequest(overrides: Partial<ReviewPurchaseInput> = {}): ReviewPurchaseInput {
  const { planId, networkId } = at.offered();
  return { planId, networkId, phone: "+234 803 123 4567", again: false, ...overrides };
}

test("shows network, plan, number, price and remaining balance, and moves nothing", async () => {
  const { ctx } = await at.reseller("affiliate", 1_000_000n);
  const { price } = at.offered();
  const seen = await reviewPurchase(ctx, createRequest());
  expect(seen).toMatchObject({ phone: "0803 123 4567", phoneE164: "+2348031234567", obstacle: null });
  expect(seen.cost).toMatchObject({ price, wallet: 1_000_000n, walletAfter: 1_000_000n - price });
  expect((await reviewPurchase(ctx, createRequest())).cost?.wallet).toBe(1_000_000n);
});

test("shows the missing amount", async () => {
  const { ctx } = await at.reseller("affiliate", 100n);
  const { price } = at.offered();
  const { obstacle } = await reviewPurchase(ctx, createRequest());
  expect(obstacle).toMatchObject({ code: "insufficient_funds", facts: { missing: price - 100n } });
});

test("shows the earlier price when it has changed", async () => {
  const { ctx } = await at.reseller();
  const { price } = at.offered();
  const review = async (shownPrice: bigint) =>
    (await reviewPurchase(ctx, createRequest({ shownPrice }))).cost?.changedFrom;
  expect(await review(price)).toBeNull();
  expect(await review(price - 1n)).toBe(price - 1n);
});

test("asks to confirm a duplicate and names the first purchase", async () => {
  const { ctx } = await at.reseller();
  const phone = "08031230001";
  const { purchase } = await placePurchase(ctx, {
    ...at.offered(),
    ref: "first",
    phone,
    channel: "web",
    again: false,
  });
  expect((await reviewPurchase(ctx, createRequest({ phone }))).obstacle).toMatchObject({
    code: "duplicate",
    facts: { ident: purchase.ident },
  });
  expect((await reviewPurchase(ctx, createRequest({ phone, again: true }))).obstacle).toBeNull();
});

test("shows the daily limit and today's spending when it would be exceeded", async () => {
  const { id, ctx } = await at.reseller();
  await at.system.db.execute(sql`update resellers set daily_limit = 1 where id = ${id}`);
  expect((await reviewPurchase(ctx, createRequest())).obstacle).toMatchObject({
    code: "daily_limit",
    facts: { limit: 1n, spent: 0n },
  });
});

test("rejects an invalid number, a plan that is not sold, and a plan of another network", async () => {
  const { ctx } = await at.reseller();
  await expect(reviewPurchase(ctx, createRequest({ phone: "12" }))).rejects.toMatchObject({
    code: "invalid",
  });
  await expect(reviewPurchase(ctx, createRequest({ planId: 999_999 }))).rejects.toMatchObject({
    fields: { plan: [expect.stringMatching(/isn’t available/)] },
  });
  const networkId = createRequest().networkId + 1;
  await expect(reviewPurchase(ctx, createRequest({ networkId }))).rejects.toMatchObject({
    fields: { network: [expect.stringMatching(/another/)] },
  });
});

test("returns not_found for a review without a reseller", async () => {
  await expect(reviewPurchase(at.system, createRequest())).rejects.toMatchObject({ code: "not_found" });
});
