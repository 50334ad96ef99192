import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createToken } from "#lib/account/token/create-token";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { requirePlanOffer } from "#lib/catalogue/plan-offer";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import { addHelper } from "#lib/helper/testing/add-helper";
import { checkPurchases } from "#lib/sales/check-purchases";
import { openScene } from "#lib/testing/open-scene";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { placeOffers } from "./place-offers.ts";
import { placePurchase } from "./place-purchase.ts";
import { readPlacementFacts } from "./placement-facts.ts";
import { decidePurchases } from "./placement-rules.ts";
import { postPurchases } from "./post-purchases.ts";

const at = await openScene();
const { planId } = at.offered(0, "api");
const { id, ctx: reseller } = await at.reseller("api");
const { id: tokenId } = await createToken(reseller, { name: "Program" });
const helper = await addHelper(reseller);
const program: Ctx = {
  ...reseller,
  actor: { kind: "token", id, email: "reseller@kiosk.test", level: "api", tokenId, test: false },
};
let refs = 0;

/** Reads and decides about one purchase, and returns how to post it. */
async function decide(ctx: Ctx) {
  refs += 1;
  const placing = { buyer: requireBuyer(ctx, "sell"), namespace: "buyer", channel: "api" } as const;
  const plan = requirePlanOffer(await getCatalogue(ctx), planId, getPriceTerms(placing.buyer));
  const offers = [{ ...plan, ref: `ref-${refs}`, phone: "+2348031234567", asks: false }];
  const read = await readPlacementFacts(ctx, placing, offers);
  expect(decidePurchases(read.facts, offers, placing).accepted).toEqual(offers);
  return (on: Ctx) => postPurchases(on, placing, offers, read);
}

class Undone extends Error {}

/** Runs work in a transaction that leaves nothing behind. */
const undo = (work: (ctx: Ctx) => Promise<void>) =>
  at.system.db
    .transaction(async (tx) => {
      await work({ ...at.system, db: tx });
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });

test.each<[string, Ctx, SQL]>([
  ["the wallet", reseller, sql`update wallets set spent = spent where reseller_id = ${id}`],
  ["the level", reseller, sql`update resellers set level = 'affiliate' where id = ${id}`],
  ["the reseller's access", program, sql`update resellers set state = 'restricted' where id = ${id}`],
  ["the daily limit", helper.ctx, sql`update resellers set daily_limit = 0 where id = ${id}`],
  ["the token", program, sql`update tokens set revoked_at = now() where id = ${tokenId}`],
  ["the token's limits", program, sql`update tokens set numbers = '{}' where id = ${tokenId}`],
  ["the helper's limit", helper.ctx, sql`update helpers set daily_limit = 1 where id = ${helper.id}`],
  ["the helper's account", helper.ctx, sql`update accounts set closed_at = now() where id = ${helper.id}`],
  ["the catalogue", reseller, sql`update catalogue set version = version + 1`],
  ["whether sending runs", reseller, sql`update dispatcher set stopped = true, stop_reason = 'x'`],
])("posts nothing once %s has changed since it was read", async (_what, ctx, change) => {
  const post = await decide(ctx);
  await undo(async (tx) => {
    await tx.db.execute(change);
    expect(await post({ ...ctx, db: tx.db })).toEqual([]);
  });
  expect(await post(ctx)).toHaveLength(1);
});

test("decides again when another purchase came between reading and posting", async () => {
  const { price } = at.offered();
  const { id, ctx } = await at.reseller("affiliate", price);
  const input = { ...at.offered(), phone: "08031234567", channel: "api" as const, again: true };
  const { late } = await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select from resellers where id = ${id} for no key update`);
    // It has read the wallet, and waits to post.
    const late = placePurchase(ctx, { ...input, ref: "late" }).catch((error: unknown) => error);
    await waitForLocks(at.system, 1);
    await placePurchase({ ...ctx, db: tx }, { ...input, ref: "early" });
    return { late };
  });
  expect(await late).toMatchObject({ code: "insufficient_funds", facts: { missing: price } });
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

test("places all of eight purchases that come at once, as from eight processes", async () => {
  const { id, ctx } = await at.reseller("api");
  const placing = { buyer: requireBuyer(ctx, "sell"), namespace: "buyer", channel: "api" } as const;
  const offer = requirePlanOffer(await getCatalogue(ctx), planId, { level: "api", agent: undefined });
  const place = (ref: string) =>
    placeOffers(ctx, placing, () => ({ offers: [{ ...offer, ref, phone: "+2348031234567", asks: false }] }));
  const { outcomes } = await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select from wallets where reseller_id = ${id} for update`);
    const outcomes = Array.from({ length: 8 }, (_, n) => place(`own-${n}`));
    await waitForLocks(at.system, 8);
    return { outcomes };
  });
  expect((await Promise.all(outcomes)).map(({ placed }) => placed.length)).toEqual(Array(8).fill(1));
});
